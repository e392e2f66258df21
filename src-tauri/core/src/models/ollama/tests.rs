//! Every call and every fault, against a small server of the tests' own.

mod server;

use super::*;
use crate::progress::{Progress, Silent, Stop, Watcher};
use serde_json::{Value, json};
use server::{Part, Server, client_at, cut, lines, whole};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

const OK: &str = "200 OK";
const SHOWN: &str = r#"{"details":{"parameter_size":"8.2B"},"model_info":{"general.architecture":"qwen3","qwen3.context_length":40960},"capabilities":["completion"]}"#;
const DONE: &str = r#"{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":40,"eval_count":2}"#;
const HELLO: &str = r#"{"message":{"role":"assistant","content":"Treinta "},"done":false}"#;
/// The time in which the server is to see that a request was stopped.
const STOP_MAX: Duration = Duration::from_millis(200);

fn question(model: &str) -> ChatRequest {
    ChatRequest {
        model: model.to_owned(),
        messages: vec![Message { role: Role::User, content: "¿Qué plazo de preaviso hay?".into() }],
        format: Some(json!({ "type": "object" })),
        seed: 7,
        num_ctx: 4_096,
        num_predict: 64,
    }
}

/// A server that shows a good model and answers `chat` as told.
fn chat_server(chat: impl Fn() -> Vec<Part> + Send + Sync + 'static) -> Server {
    Server::start(move |call, _| if call == "chat" { chat() } else { whole(OK, SHOWN) })
}

fn chat_code(server: &Server) -> String {
    match server.client().chat(&question("m"), &Silent, &mut |_| ()) {
        Ok(reply) => reply.text,
        Err(fault) => fault.code().to_owned(),
    }
}

#[test]
fn an_answer_streams_and_is_counted() {
    let server = chat_server(|| lines(&[HELLO, r#"{"message":{"content":"días"},"done":false}"#, DONE]));
    let mut pieces = Vec::new();
    let reply = server.client().chat(&question("m"), &Silent, &mut |piece| pieces.push(piece.to_owned()));
    let expected =
        Reply { text: "Treinta días".into(), prompt_tokens: 40, reply_tokens: 2, done_reason: DoneReason::Stop };
    assert_eq!(reply, Ok(expected));
    assert_eq!(pieces, ["Treinta ", "días"]);
    let body = server.body("chat");
    assert_eq!(body["options"], json!({ "temperature": 0, "seed": 7, "num_ctx": 4_096, "num_predict": 64 }));
    assert_eq!((&body["format"], &body["stream"]), (&json!({ "type": "object" }), &json!(true)));
    assert_eq!((&body["truncate"], &body["think"]), (&json!(false), &Value::Null));
    assert_eq!(body["keep_alive"], "600s");
}

#[test]
fn a_model_that_thinks_is_told_not_to() {
    let shown = SHOWN.replace("\"completion\"", "\"completion\",\"thinking\"");
    let server = Server::start(move |call, _| if call == "chat" { lines(&[HELLO, DONE]) } else { whole(OK, &shown) });
    assert_eq!(chat_code(&server), "Treinta ");
    assert_eq!(server.body("chat")["think"], json!(false));
}

#[test]
fn details_are_asked_once() {
    let server = chat_server(|| lines(&[HELLO, DONE]));
    let client = server.client();
    for _ in 0..2 {
        client.chat(&question("m"), &Silent, &mut |_| ()).expect("it answers");
    }
    assert_eq!((server.count("show"), server.count("chat")), (1, 2));
}

#[test]
fn what_the_server_refuses_is_told_apart() {
    for (status, said, expected) in [
        ("404 Not Found", "model 'm' not found", "model_missing"),
        ("404 Not Found", "model \\\"m\\\" not found, try pulling it first", "model_missing"),
        (
            "500 Internal Server Error",
            "model requires more system memory (9.1 GiB) than is available (3.0 GiB)",
            "model_memory",
        ),
        ("500 Internal Server Error", "llama runner process has terminated: signal: killed", "model_memory"),
        ("500 Internal Server Error", "llama runner process has terminated: exit status 2", "model_server"),
        ("400 Bad Request", "the input length exceeds the context length", "model_context"),
        ("503 Service Unavailable", "server busy, please try again.  maximum pending requests exceeded", "model_busy"),
        ("400 Bad Request", "\\\"m\\\" does not support chat", "model_unfit"),
        ("400 Bad Request", "json: cannot unmarshal object into Go struct field", "model_bad_answer"),
        ("403 Forbidden", "ollama cloud is disabled: remote model is unavailable", "model_remote"),
        ("401 Unauthorized", "unauthorized\",\"signin_url\":\"https://elsewhere.example", "model_remote"),
    ] {
        let body = format!("{{\"error\":\"{said}\"}}");
        let at_once = body.clone();
        assert_eq!(chat_code(&chat_server(move || whole(status, &at_once))), expected, "{said}");
        if !said.contains("signin_url") && status.starts_with('5') {
            assert_eq!(chat_code(&chat_server(move || lines(&[HELLO, &body]))), expected, "in the stream: {said}");
        }
    }
}

#[test]
fn broken_answers_are_told_apart() {
    let long = "x".repeat(crate::config::OLLAMA_LINE_BYTES_MAX);
    let half = DONE.trim_end_matches('}').to_owned();
    let cases: Vec<(&str, Vec<Part>, &str)> = vec![
        ("cut after a token", cut(&[HELLO]), "model_cut_off"),
        ("ended properly without done", lines(&[HELLO]), "model_cut_off"),
        ("ended in half a line", whole(OK, &half), "model_cut_off"),
        ("closed without a word", vec![], "model_cut_off"),
        ("the last line lacks its end", whole(OK, &format!("{HELLO}\n{DONE}")), "Treinta "),
        ("no JSON", lines(&["<html>"]), "model_bad_answer"),
        ("another JSON", lines(&["{\"hello\":1}"]), "model_bad_answer"),
        ("an endless line", lines(&[&long]), "model_bad_answer"),
        ("another program", whole("404 Not Found", "404 page not found"), "model_bad_answer"),
        ("a host elsewhere", lines(&[&HELLO.replace('}', ",\"remote_host\":\"https://x.example\"}")]), "model_remote"),
        ("no count", lines(&[HELLO, "{\"done\":true}"]), "model_context"),
        ("a full context", lines(&[HELLO, &DONE.replace("40", "4096")]), "model_context"),
        ("a cut prompt", lines(&[HELLO, &DONE.replace("40", "2")]), "model_context"),
    ];
    for (what, parts, expected) in cases {
        let parts = Mutex::new(Some(parts));
        let server = chat_server(move || parts.lock().expect("no panic").take().unwrap_or_default());
        assert_eq!(chat_code(&server), expected, "{what}");
    }
}

#[test]
fn each_wait_has_its_limit() {
    let slow = chat_server(|| vec![Part::Hang]);
    let step = |server: &Server| match server.client().chat(&question("m"), &Silent, &mut |_| ()) {
        Err(Fault::TimedOut { step, .. }) => Some(step),
        _ => None,
    };
    assert_eq!(step(&slow), Some(Step::FirstToken));
    let silent = chat_server(|| cut(&[]).into_iter().chain([Part::Hang]).collect());
    assert_eq!(step(&silent), Some(Step::FirstToken), "a head is no token");
    let stuck = chat_server(|| cut(&[HELLO]).into_iter().chain([Part::Hang]).collect());
    assert_eq!(step(&stuck), Some(Step::NextToken));
    let steady = chat_server(|| {
        let pause = || Part::Pause(Duration::from_millis(250));
        lines(&[HELLO, HELLO, HELLO, DONE]).into_iter().flat_map(|part| [pause(), part]).collect()
    });
    assert_eq!(step(&steady), None, "an answer may take longer in all than between two tokens");
    let mute = Server::start(|_, _| vec![Part::Hang]);
    assert_eq!(mute.client().version(&Silent).map_err(|fault| fault.code()), Err("model_timed_out"));
}

#[test]
fn a_stop_closes_the_connection_at_once() {
    let in_the_middle = || cut(&[HELLO]).into_iter().chain([Part::Hang]).collect();
    for (what, server) in
        [("before the first token", chat_server(|| vec![Part::Hang])), ("in the middle", chat_server(in_the_middle))]
    {
        let (stop, client) = (Stop::default(), server.client());
        let asker = stop.clone();
        let asking = thread::spawn(move || client.chat(&question("m"), &asker, &mut |_| ()));
        thread::sleep(Duration::from_millis(150));
        let at = Instant::now();
        stop.stop();
        assert_eq!(asking.join().expect("no panic"), Err(Fault::Stopped), "{what}");
        let closed = server.closed.recv_timeout(STOP_MAX).expect("the server sees the close");
        assert!(closed.duration_since(at) < STOP_MAX, "{what}: {:?}", closed.duration_since(at));
    }
}

#[test]
fn a_stop_is_heeded_while_tokens_come_fast() {
    let server = chat_server(|| cut(&vec![HELLO; 20_000]).into_iter().chain([Part::Hang]).collect());
    let stop = Stop::default();
    let fault = server.client().chat(&question("m"), &stop, &mut |_| stop.stop());
    assert_eq!(fault, Err(Fault::Stopped));
}

#[test]
fn nothing_listens() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|taken| taken.local_addr()).expect("a port").port();
    let fault = client_at(port).version(&Silent).expect_err("it is closed again");
    assert_eq!(fault, Fault::NotRunning { address: format!("127.0.0.1:{port}") });
}

#[test]
fn a_redirect_is_refused() {
    let elsewhere = Server::start(|_, _| whole(OK, "{\"version\":\"0\"}"));
    let to = format!("302 Found\r\nLocation: http://127.0.0.1:{}/api/version", elsewhere.port);
    let server = Server::start(move |_, _| whole(&to, ""));
    assert_eq!(server.client().version(&Silent).map_err(|fault| fault.code()), Err("model_redirect"));
    assert_eq!(elsewhere.count("version"), 0);
}

#[test]
fn a_connection_goes_to_the_address_that_was_checked() {
    let server = Server::start(|_, _| whole(OK, "{\"version\":\"0.12.10\"}"));
    let checked = std::net::SocketAddr::from(([127, 0, 0, 1], server.port));
    let address =
        Address { host: "server.invalid".into(), port: server.port, path: String::new(), sockets: vec![checked] };
    assert_eq!(Client::new(address).version(&Silent), Ok("0.12.10".into()), "the name is not looked up again");
}

#[test]
fn models_that_run_elsewhere_are_neither_offered_nor_called() {
    let tags = json!({ "models": [
        { "name": "qwen3:8b", "size": 5_200_000_000_u64, "digest": "ab", "details": { "parameter_size": "8.2B" } },
        { "name": "gpt-oss:120b-cloud", "size": 384 },
        { "name": "plain:latest", "remote_host": "https://elsewhere.example" },
        { "name": "plain:2", "remote_model": "big" },
    ] });
    let server = Server::start(move |call, _| match call {
        "tags" => whole(OK, &tags.to_string()),
        "show" => whole(OK, r#"{"remote_host":"https://elsewhere.example","remote_model":"big","details":{}}"#),
        _ => lines(&[HELLO, DONE]),
    });
    let client = server.client();
    let names: Vec<_> = client.tags(&Silent).expect("a list").into_iter().map(|model| model.name).collect();
    assert_eq!(names, ["qwen3:8b"]);
    for model in ["gpt-oss:120b-cloud", "kimi:cloud", "plain"] {
        let remote = Err("model_remote");
        let code = |fault: Fault| fault.code();
        assert_eq!(client.chat(&question(model), &Silent, &mut |_| ()).map(drop).map_err(code), remote, "{model}");
        assert_eq!(client.embed(model, &["x".into()], &Silent).map(drop).map_err(code), remote, "{model}");
    }
    assert_eq!((server.count("chat"), server.count("embed")), (0, 0), "nothing of the question left");
    assert_eq!(client.pull("kimi:cloud", &Silent).map_err(|fault| fault.code()), Err("model_remote"));
    assert_eq!(server.count("pull"), 0);
}

/// Keeps the reports that it takes.
#[derive(Default)]
struct Notes(Mutex<Vec<(u64, u64, String)>>);

impl Watcher for Notes {
    fn report(&self, progress: &Progress) {
        self.0.lock().expect("no panic").push((progress.done, progress.total, progress.current.clone()));
    }
}

#[test]
fn a_download_reports_its_bytes() {
    let part = |digest: &str, done: u64| {
        format!(r#"{{"status":"pulling","digest":"{digest}","total":100,"completed":{done}}}"#)
    };
    let (first, second, third) = (part("a", 0), part("a", 100), part("b", 40));
    let server = Server::start(move |call, _| match call {
        "pull" => lines(&[r#"{"status":"pulling manifest"}"#, &first, &second, &third, r#"{"status":"success"}"#]),
        _ => whole(OK, SHOWN),
    });
    let notes = Notes::default();
    assert_eq!(server.client().pull("m", &notes), Ok(()));
    let sums: Vec<_> =
        notes.0.into_inner().expect("no panic").into_iter().map(|(done, total, _)| (done, total)).collect();
    assert_eq!(sums, [(0, 0), (0, 100), (100, 100), (140, 200), (140, 200)]);
    for (line, expected) in [
        (r#"{"error":"pull model manifest: file does not exist"}"#, "model_missing"),
        (r#"{"error":"no space left on device"}"#, "model_server"),
        (r#"{"status":"pulling"}"#, "model_cut_off"),
    ] {
        let server = Server::start(move |_, _| lines(&[line]));
        assert_eq!(server.client().pull("m", &Silent).map_err(|fault| fault.code()), Err(expected), "{line}");
    }
}

#[test]
fn one_text_that_cannot_be_embedded_costs_no_other() {
    let shown = SHOWN.replace("completion", "embedding");
    let server = Server::start(move |call, body| {
        if call == "show" {
            return whole(OK, &shown);
        }
        let asked: Value = serde_json::from_str(body).expect("it is JSON");
        let texts = asked["input"].as_array().expect("a list");
        if texts.iter().any(|text| text == "too long") {
            return whole("400 Bad Request", r#"{"error":"the input length exceeds the context length"}"#);
        }
        whole(OK, &json!({ "embeddings": vec![[0.6, 0.8]; texts.len()] }).to_string())
    });
    let texts = |count: usize| vec!["short".to_owned(); count];
    let many = server.client().embed("m", &texts(crate::config::OLLAMA_EMBED_BATCH + 1), &Silent).expect("vectors");
    assert!(many.iter().all(|vector| vector.as_deref() == Ok(&[0.6, 0.8])));
    assert_eq!(server.count("embed"), 2, "in batches");
    assert_eq!(server.body("embed")["truncate"], json!(false));
    let mixed = [texts(2), vec!["too long".to_owned()]].concat();
    let found = server.client().embed("m", &mixed, &Silent).expect("the others have vectors");
    let codes: Vec<_> = found.iter().map(|vector| vector.as_ref().map_or_else(Fault::code, |_| "vector")).collect();
    assert_eq!(codes, ["vector", "vector", "model_context"]);
    let few = Server::start(|call, _| whole(OK, if call == "show" { "{}" } else { r#"{"embeddings":[]}"# }));
    assert_eq!(
        few.client().embed("m", &texts(1), &Silent).map(drop).map_err(|fault| fault.code()),
        Err("model_bad_answer")
    );
}

#[test]
fn every_fault_says_what_to_do() {
    let words = |text: &str| text.to_owned();
    let (model, said, address) = (words("qwen3:8b"), words("words"), words("127.0.0.1:11434"));
    for fault in [
        Fault::NotRunning { address: address.clone() },
        Fault::ModelMissing { model: model.clone() },
        Fault::Memory { model: model.clone(), said: said.clone() },
        Fault::TimedOut { step: Step::FirstToken, limit: Duration::from_secs(600) },
        Fault::ContextTooSmall { model: model.clone(), said: said.clone() },
        Fault::CutOff { received_bytes: 9 },
        Fault::RemoteModel { model: model.clone() },
        Fault::Redirect { address, to: words("http://elsewhere.example") },
        Fault::BadAnswer { said: said.clone() },
        Fault::Busy,
        Fault::Unfit { model, purpose: "answers" },
        Fault::Server { said },
    ] {
        let (code, sentence, detail) = (fault.code(), fault.to_string(), fault.detail());
        assert!(sentence.matches('.').count() >= 2, "what happened, and what to do: {sentence}");
        let error = crate::error::Error::from(fault);
        assert_eq!((error.code(), error.to_string()), (code, sentence));
        assert!(matches!(error, crate::error::Error::Model { detail: kept, .. } if kept == detail));
    }
}
