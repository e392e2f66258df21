//! Answers by a local model, end to end: the real executable and a server of Ollama's API whose model says
//! what the test dictates. What stands is shown with its place, what does not is marked or refused, and
//! whatever goes wrong leaves a verbatim answer with the reason.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

mod model_server;
mod support;

use model_server::ModelServer;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::LazyLock;
use support::{Library, list, word};

const QUESTION: &str = "¿Qué penalización por retraso tiene el contrato con Ingeniería Valdeárbol?";
const MODEL: &str = "told";

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/sample/expedientes");
    Library::read("answers-library", &sample.canonicalize().expect("the sample is part of the repository"))
});

/// Asks with the environment's server set to `server`.
fn ask(server: &ModelServer, arguments: &[&str]) -> Value {
    let mut command = LIBRARY.command();
    let output = command.args(["--json", "ask"]).args(arguments).env("OLLAMA_HOST", server.host()).output();
    let output = output.expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("machine output")
}

fn server() -> Option<ModelServer> {
    ModelServer::start(&[&format!("dictated:{MODEL}")])
}

/// What the model is shown of the sample's contract: the number of the passage that holds `words`.
fn number_of(server: &ModelServer, words: &str) -> u32 {
    server.clear();
    server.reply(r#"{"claims":[],"missing":""}"#);
    ask(server, &[QUESTION, "--mode", "compose", "--model", MODEL]);
    let log = server.log();
    let chat = log.iter().rfind(|entry| entry["call"] == "chat").expect("it was asked");
    let prompt = chat["messages"][1]["content"].as_str().expect("the passages").to_owned();
    let at = prompt.find(words).unwrap_or_else(|| panic!("not shown: {words}"));
    let fence = prompt
        .get(..at)
        .and_then(|before| before.rfind("\n<").map(|at| at + 2).or_else(|| before.find('<').map(|at| at + 1)));
    let number: String =
        prompt.get(fence.expect("it is fenced")..).expect("a fence").chars().take_while(char::is_ascii_digit).collect();
    server.clear();
    number.parse().expect("fences are numbered")
}

fn claims(text: &str, source: u32, quote: &str) -> String {
    json!({ "claims": [{ "text": text, "citations": [{ "source": source, "quote": quote }] }], "missing": "" })
        .to_string()
}

#[test]
fn a_claim_is_shown_with_the_place_of_its_quote() {
    let Some(server) = server() else { return };
    let quote = "una penalización del 0,5 % del precio por cada día natural de retraso";
    let source = number_of(&server, quote);
    server.reply(&claims(
        "El contratista paga al cliente un 0,5 % del precio por cada día natural de retraso.",
        source,
        quote,
    ));
    let answer = ask(&server, &[QUESTION, "--mode", "compose", "--model", MODEL]);
    assert_eq!(word(&answer, "status"), "answered", "{answer}");
    assert_eq!(word(&answer, "mode"), "compose");
    let claim = &list(&answer, "claims")[0];
    assert_eq!(word(claim, "support"), "supported", "{claim}");
    let citation = &list(claim, "citations")[0];
    assert_eq!(word(citation, "quote"), quote);
    assert_eq!(citation["page"], 2, "{citation}");
    assert!(answer["tokens"]["prompt"].as_u64().is_some_and(|tokens| tokens > 100), "{answer}");
}

#[test]
fn what_the_source_does_not_say_is_never_shown_as_sourced() {
    let Some(server) = server() else { return };
    let quote = "una penalización del 0,5 % del precio por cada día natural de retraso";
    let source = number_of(&server, quote);
    let check = |text: &str, source: u32, quote: &str| {
        server.reply(&claims(text, source, quote));
        let answer = ask(&server, &[QUESTION, "--mode", "compose", "--model", MODEL]);
        assert_eq!(word(&answer, "status"), "not_found", "{text}: {answer}");
        assert!(list(&answer, "claims").is_empty() && !list(&answer, "hits").is_empty(), "{answer}");
    };
    check("El contratista paga un 5 % del precio por cada día natural de retraso.", source, quote);
    check(
        "El contratista paga un 0,5 % del precio por cada día de retraso.",
        source,
        "se pacta una multa de mil euros por hora",
    );
    check(
        "El contratista no paga una penalización del 0,5 % del precio por cada día natural de retraso.",
        source,
        quote,
    );
    check("El contratista paga un 0,5 % del precio por cada día natural de retraso.", 99, quote);
}

#[test]
fn a_good_claim_stays_and_a_bad_one_beside_it_is_marked() {
    let Some(server) = server() else { return };
    let quote = "una penalización del 0,5 % del precio por cada día natural de retraso";
    let source = number_of(&server, quote);
    let both = json!({ "claims": [
        { "text": quote, "citations": [{ "source": source, "quote": quote }] },
        { "text": "El contrato se rige por la ley alemana.", "citations": [{ "source": source, "quote": quote }] }
    ], "missing": "la ley aplicable" });
    server.reply(&both.to_string());
    let answer = ask(&server, &[QUESTION, "--mode", "compose", "--model", MODEL]);
    assert_eq!(word(&answer, "status"), "partial", "{answer}");
    let supports: Vec<&str> = list(&answer, "claims").iter().take(2).map(|claim| word(claim, "support")).collect();
    assert_eq!(supports, ["quoted", "unsupported"]);
    assert!(word(&answer, "notice").contains("la ley aplicable"), "{answer}");
}

#[test]
fn a_model_chooses_only_among_the_sentences_shown() {
    let Some(server) = server() else { return };
    server.reply(r#"{"sentences":[1,77]}"#);
    let answer = ask(&server, &[QUESTION, "--mode", "select", "--model", MODEL]);
    assert_eq!(word(&answer, "status"), "answered", "{answer}");
    assert!(list(&answer, "claims").iter().all(|claim| word(claim, "support") == "quoted"), "{answer}");
    assert_eq!(answer["tokens"]["dropped"], 1, "{answer}");
    server.reply(r#"{"sentences":[]}"#);
    assert_eq!(word(&ask(&server, &[QUESTION, "--mode", "select", "--model", MODEL]), "status"), "not_found");
}

#[test]
fn whatever_goes_wrong_leaves_the_verbatim_answer_and_the_reason() {
    let Some(server) = server() else { return };
    let check = |reason: &str| {
        let answer = ask(&server, &[QUESTION, "--mode", "compose", "--model", MODEL]);
        assert_eq!(word(&answer, "mode"), "verbatim", "{reason}: {answer}");
        assert_eq!(word(&answer, "status"), "answered", "{reason}: {answer}");
        assert!(word(&answer, "notice").contains(reason), "{reason}: {answer}");
        server.clear();
    };
    server.reply("esto no es JSON");
    check("No se ha entendido");
    server.fault(&json!({ "kind": "missing" }));
    check("no tiene el modelo");
    server.fault(&json!({ "kind": "memory" }));
    check("no cabe en la memoria");
    server.reply(&claims("Una penalización larga que se corta antes de que acabe de decirse.", 1, "penalización"));
    server.fault(&json!({ "kind": "cut", "pieces": 3 }));
    check("se cortó");
    server.fault(&json!({ "kind": "redirect", "to": "http://127.0.0.1:9/" }));
    check("otra dirección");
    let absent = ask(&server, &[QUESTION, "--mode", "compose", "--model", "gpt-oss:120b-cloud"]);
    assert!(word(&absent, "notice").contains("no se ejecuta en este ordenador"), "{absent}");
}

#[test]
fn a_conversation_makes_a_follow_up_whole() {
    let Some(server) = server() else { return };
    let first = ask(&server, &[QUESTION, "--mode", "verbatim", "--conversation", "new"]);
    let number = first["conversation"].as_i64().expect("it is kept").to_string();
    let second = ask(&server, &["¿Y el plazo de garantía?", "--mode", "verbatim", "--conversation", &number]);
    assert!(word(&second, "question_used").contains("Valdeárbol"), "{second}");
    let kept = LIBRARY.json(&["conversation", "show", &number]);
    assert_eq!(list(&kept, "turns").len(), 2);
    LIBRARY.run(&["conversation", "delete", &number]);
    let output = LIBRARY.command().args(["conversation", "show", &number]).output().expect("it starts");
    assert!(!output.status.success(), "a deleted conversation is gone");
}

#[test]
fn a_list_is_never_given_as_complete() {
    let Some(server) = server() else { return };
    let answer = ask(&server, &["¿Qué contratos tienen una cláusula de confidencialidad?", "--mode", "verbatim"]);
    assert!(word(&answer, "notice").contains("leer todos los documentos"), "{answer}");
}
