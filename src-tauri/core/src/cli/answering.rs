//! The verbs that search, answer, converse and measure.

use super::arguments::{ConversationVerb, ModelVerb, Verb, parse_legs};
use super::print;
use super::terminal::Terminal;
use legajo_core::ask::{Claim, Mode};
use legajo_core::error::Result;
use legajo_core::eval::How;
use legajo_core::library::{AskRequest, Library};
use legajo_core::progress::Silent;
use std::io::Write;

/// Does what is asked and writes what came of it to `out`. The inner result is that of the writing.
pub(super) fn work(mut library: Library, verb: &Verb, out: &mut impl Write, json: bool) -> Result<std::io::Result<()>> {
    Ok(match verb {
        Verb::Search { question, k, legs, filter } => {
            let (hits, times) = library.search(question, *k, &filter.filter(), parse_legs(legs))?;
            print::search(out, &hits, &times, json)
        }
        Verb::Ask { question, k, filter, mode, model, conversation } => {
            let request = AskRequest {
                question: question.clone(),
                filter: filter.filter(),
                hit_count: *k,
                mode: mode.as_deref().and_then(Mode::parse),
                model: model.clone(),
                conversation: *conversation,
            };
            // Claims are shown as they are checked; the answer as a whole follows.
            let mut told = |claim: &Claim| print::told(claim);
            let (answer, times) = library.ask(&request, &Silent, &mut told)?;
            print::answer(out, &answer, &times, json)
        }
        Verb::Conversation(verb) => conversation(&mut library, verb, out, json)?,
        Verb::Model(verb) => model(&mut library, verb, out, json)?,
        Verb::Eval { cases, k, legs, mode, model, sample, report, compare, root } => {
            let how = How {
                count: *k,
                legs: parse_legs(legs),
                mode: Mode::parse(mode).unwrap_or(Mode::Verbatim),
                model: model.clone(),
                sample: *sample,
            };
            let made = legajo_core::eval::run(&library, cases, &how, root.as_deref())?;
            if let Some(path) = report {
                made.write(path)?;
            }
            let compared = compare.as_deref().map(|old| made.compare(old)).transpose()?;
            print::eval(out, &made, compared.as_deref(), json)
        }
        // Folders and documents are seen to elsewhere.
        _ => Ok(()),
    })
}

fn conversation(
    library: &mut Library,
    verb: &ConversationVerb,
    out: &mut impl Write,
    json: bool,
) -> Result<std::io::Result<()>> {
    Ok(match verb {
        ConversationVerb::List => print::conversations(out, &library.conversations()?, json),
        ConversationVerb::Show { number } => print::turns(out, &library.turns(*number)?, json),
        ConversationVerb::Rename { number, title } => {
            library.rename_conversation(*number, title)?;
            print::line(out, json, &serde_json::json!({ "renamed": number }), "Renamed.")
        }
        ConversationVerb::Delete { number } => {
            library.delete_conversation(*number)?;
            print::line(out, json, &serde_json::json!({ "deleted": number }), "Deleted, with all its words.")
        }
    })
}

fn model(library: &mut Library, verb: &ModelVerb, out: &mut impl Write, json: bool) -> Result<std::io::Result<()>> {
    Ok(match verb {
        ModelVerb::List => print::models(out, &library.models(&Silent)?, json),
        ModelVerb::Pull { name } => {
            print::note(format_args!("Ollama fetches {name} over the network now; no document leaves this computer."));
            library.pull_model(name, &Terminal::new())?;
            print::line(out, json, &serde_json::json!({ "pulled": name }), "Fetched.")
        }
        ModelVerb::Allow { host } => {
            library.allow_model_host(host)?;
            print::line(out, json, &serde_json::json!({ "allowed": host }), "Noted.")
        }
    })
}
