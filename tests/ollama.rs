//! The client of the model server, against the test server: over a real model where it is there, and through every
//! fault that can be injected.

#![allow(clippy::expect_used, reason = "a test fails loudly")]

mod model_server;

use legajo_core::models::{
    Address, ChatRequest, Client, DoneReason, Fault, Limits, Message, Role, Room, Step, Tokens, choose,
};
use legajo_core::progress::{Silent, Stop};
use model_server::{ModelServer, SMALL};
use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time in which the server is to see that a request was stopped.
const STOP_MS_MAX: u64 = 200;
const PASSAGES: [&str; 3] = [
    "1. El plazo de preaviso para desistir del contrato es de treinta días naturales.\n",
    "2. El precio asciende a 1.500 euros, que se abonarán el día 5 de cada mes.\n",
    "3. Las partes se someten a los juzgados de Zaragoza.\n",
];

fn client(server: &ModelServer) -> Client {
    let address = Address::check(Some(&server.host()), None).expect("it is this computer");
    let limits =
        Limits { first_token: Duration::from_secs(120), next_token: Duration::from_secs(30), ..Limits::default() };
    Client::with_limits(address, limits)
}

fn question(model: &str) -> ChatRequest {
    let say = |role, content: String| Message { role, content };
    let numbers = json!({ "type": "array", "items": { "enum": [1, 2, 3] }, "minItems": 1, "maxItems": 2 });
    ChatRequest {
        model: model.to_owned(),
        messages: vec![
            say(Role::System, "Devuelve los números de las frases que responden a la pregunta.".into()),
            say(Role::User, format!("{}\n¿Cuál es el plazo de preaviso?", PASSAGES.concat())),
        ],
        format: Some(json!({ "type": "object", "properties": { "sentences": numbers }, "required": ["sentences"] })),
        seed: 1,
        num_ctx: 4_096,
        num_predict: 64,
    }
}

fn epoch_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is past 1970");
    u64::try_from(since.as_millis()).expect("it fits")
}

#[test]
fn a_real_model_selects_under_a_schema() {
    let Some(server) = ModelServer::start_real(&["remote:kimi:cloud"]) else { return };
    let client = client(&server);
    assert_eq!(client.version(&Silent), Ok("0.12.10".into()));
    let installed = client.tags(&Silent).expect("a list");
    assert!(installed.iter().all(|model| !model.name.contains("cloud")), "{installed:?}");
    let chosen = choose(&installed, Some(SMALL), u64::MAX).expect("it is installed").expect("it was wanted");
    let shown = client.show(&chosen.name, &Silent).expect("its details");
    assert_eq!(shown.context_length, Some(32_768));
    assert_eq!(shown.context_bytes_per_token, Some(24 * 2 * (64 + 64) * 2));

    let request = question(&chosen.name);
    let mut streamed = String::new();
    let reply = client.chat(&request, &Silent, &mut |piece| streamed.push_str(piece)).expect("an answer");
    assert_eq!((&reply.text, &reply.done_reason), (&streamed, &DoneReason::Stop));
    let answer: Value = serde_json::from_str(&reply.text).expect("the schema holds");
    let numbers = answer["sentences"].as_array().expect("a list");
    assert!(numbers.iter().all(|number| (1..=3).contains(&number.as_u64().unwrap_or(0))), "{answer}");
    assert_eq!(client.chat(&request, &Silent, &mut |_| ()), Ok(reply.clone()), "the same seed, the same answer");

    let room = Room { model: SMALL, shown: &shown, memory: None, tokens: Tokens::default(), reply_tokens: 64 };
    let fixed: Vec<_> = request.messages.iter().map(|message| message.content.as_str()).collect();
    let packed = room.pack(&fixed, &[]).expect("it fits");
    assert!(packed.prompt_tokens >= reply.prompt_tokens, "estimated {}, {reply:?}", packed.prompt_tokens);
}

#[test]
fn a_real_prompt_that_does_not_fit_is_never_silent() {
    let Some(server) = ModelServer::start_real(&[]) else { return };
    let client = client(&server);
    let mut request = question(SMALL);
    request.num_ctx = 64;
    let code =
        |request: &ChatRequest| client.chat(request, &Silent, &mut |_| ()).map(drop).map_err(|fault| fault.code());
    assert_eq!(code(&request), Err("model_context"), "the server says so where it can");
    request.num_ctx = 4_096;
    server.fault(&json!({ "kind": "truncate", "tokens": 40 }));
    assert_eq!(code(&request), Err("model_context"), "its count says so where it cuts in silence");
    assert_eq!(code(&request), Ok(()));
}

#[test]
fn a_real_model_stops_at_once() {
    let Some(server) = ModelServer::start_real(&[]) else { return };
    let mut request = question(SMALL);
    (request.format, request.num_predict) = (None, 2_000);
    request.messages[1].content.push_str(&PASSAGES.concat().repeat(30));
    for (what, wait_for_a_token) in [("while the prompt is read", false), ("while it writes", true)] {
        let (stop, client, request) = (Stop::default(), client(&server), request.clone());
        let (asker, (tell, told)) = (stop.clone(), std::sync::mpsc::channel());
        let asking = thread::spawn(move || {
            client.chat(&request, &asker, &mut |_| {
                let _ = tell.send(());
            })
        });
        if wait_for_a_token {
            told.recv_timeout(Duration::from_secs(120)).expect("a token");
        } else {
            asked(&server);
            thread::sleep(Duration::from_millis(300));
        }
        let at = epoch_ms();
        stop.stop();
        assert_eq!(asking.join().expect("no panic"), Err(Fault::Stopped), "{what}");
        let closed = closed_ms(&server).unwrap_or_else(|| panic!("{what}: the server has not seen it"));
        println!("{what}: the server saw the close after {} ms", closed.saturating_sub(at));
        assert!(closed.saturating_sub(at) < STOP_MS_MAX, "{what}: {} ms", closed.saturating_sub(at));
    }
}

/// Waits until the server has the question.
fn asked(server: &ModelServer) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !server.log().iter().any(|entry| entry["call"] == "chat") {
        assert!(Instant::now() < deadline, "the question never came");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Returns when the last question's connection closed, waiting a little for the server to note it.
fn closed_ms(server: &ModelServer) -> Option<u64> {
    let deadline = Instant::now() + Duration::from_secs(2);
    while Instant::now() < deadline {
        let log = server.log();
        let last = log.iter().rfind(|entry| entry["call"] == "chat")?;
        if let Some(closed) = last["closed_ms"].as_u64() {
            assert_eq!(last["ended"], "closed");
            return Some(closed);
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}

#[test]
fn vectors_of_a_real_model() {
    let Some(server) = ModelServer::start_real(&[]) else { return };
    let texts = [PASSAGES[0].to_owned(), "x ".repeat(3_000), PASSAGES[2].to_owned()];
    let found = client(&server).embed("vectors", &texts, &Silent).expect("the short ones have vectors");
    let lengths: Vec<_> = found.iter().map(|vector| vector.as_ref().map(Vec::len).map_err(Fault::code)).collect();
    assert_eq!(lengths, [Ok(896), Err("model_context"), Ok(896)]);
}

#[test]
fn every_fault_is_told_apart_and_the_next_question_is_answered() {
    let Some(server) = ModelServer::start(&["dictated:told"]) else { return };
    let address = Address::check(Some(&server.host()), None).expect("it is this computer");
    let limits =
        Limits { first_token: Duration::from_millis(700), next_token: Duration::from_millis(500), ..Limits::default() };
    let client = Client::with_limits(address, limits);
    let ask = || client.chat(&question("told"), &Silent, &mut |_| ());
    for (fault, expected) in [
        (json!({ "kind": "missing" }), "model_missing"),
        (json!({ "kind": "memory" }), "model_memory"),
        (json!({ "kind": "busy" }), "model_busy"),
        (json!({ "kind": "slow" }), "model_timed_out"),
        (json!({ "kind": "stall", "pieces": 2 }), "model_timed_out"),
        (json!({ "kind": "cut", "pieces": 2 }), "model_cut_off"),
        (json!({ "kind": "drop" }), "model_cut_off"),
        (json!({ "kind": "invalid", "pieces": 2 }), "model_bad_answer"),
        (json!({ "kind": "error", "pieces": 2 }), "model_server"),
        (json!({ "kind": "error", "text": "CUDA error: out of memory" }), "model_memory"),
        (json!({ "kind": "truncate", "tokens": 30 }), "model_context"),
        (json!({ "kind": "redirect", "to": "http://elsewhere.example/api/chat" }), "model_redirect"),
    ] {
        server.clear();
        server.reply("uno dos tres");
        server.fault(&fault);
        assert_eq!(ask().map(|reply| reply.text).map_err(|fault| fault.code()), Err(expected), "{fault}");
        server.clear();
        server.reply("uno dos tres");
        assert_eq!(ask().map(|reply| reply.text), Ok("uno dos tres".into()), "after {fault}");
    }
    server.down(400);
    assert_eq!(ask().map_err(|fault| fault.code()), Err("model_not_running"));
    thread::sleep(Duration::from_millis(800));
    server.reply("uno");
    assert!(ask().is_ok(), "it is back");
    server.fault(&json!({ "kind": "slow" }));
    assert!(matches!(ask(), Err(Fault::TimedOut { step: Step::FirstToken, .. })));
}

/// Puts a proxy that does not exist into the environment of a copy of this test, which must not ask it.
#[test]
fn proxies_of_the_environment_are_not_asked() {
    let Some(server) = ModelServer::start(&["dictated:told"]) else { return };
    if let Ok(host) = std::env::var("LEGAJO_TEST_PROXIED") {
        let address = Address::check(Some(&host), None).expect("it is this computer");
        assert_eq!(Client::new(address).version(&Silent), Ok("0.12.10".into()));
        return;
    }
    let test = std::env::current_exe().expect("a test knows its own path");
    let mut copy = std::process::Command::new(test);
    copy.args(["--exact", "proxies_of_the_environment_are_not_asked"]).env("LEGAJO_TEST_PROXIED", server.host());
    for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        copy.env(name, "http://127.0.0.1:9");
    }
    assert!(copy.env_remove("no_proxy").env_remove("NO_PROXY").output().expect("it starts").status.success());
}
