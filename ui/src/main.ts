// Starts the interface in the system's language.
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { language } from "./i18n";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
document.documentElement.lang = language;
mount(App, { target });
