//! Answers by a local model: it chooses sentences by number, or writes claims that are checked.
//!
//! In go what was found and a model, out come claims of which none is shown unchecked. The model names
//! numbers and words; where they stand is found here, never taken from it.

use super::answer::{Citation, Claim, Mode, ModelUse};
use super::sentence::{self, Candidate};
use super::{Asking, Finding, Made, conflict, prompt, show, verbatim, words};
use crate::chunk::Language;
use crate::config;
use crate::draft::{Draft, Item, Reader};
use crate::error::{Error, Result};
use crate::ground::claim::{self, Source, Support};
use crate::models::{ChatRequest, Chosen, Client, DoneReason, Fault, Memory, Reply, Room, Tokens};
use crate::progress::Watcher;
use crate::search::{Hit, Question};
use crate::span::Span;

/// A local model, and how it is asked.
pub struct Local<'a> {
    /// The server.
    pub client: &'a Client,
    /// The model.
    pub model: &'a Chosen,
    /// Select or compose.
    pub mode: Mode,
    /// Memory that the model may take, in bytes; `None` where that is not known.
    pub memory_bytes: Option<u64>,
    /// Told nothing, asked whether to stop.
    pub watcher: &'a dyn Watcher,
}

/// What came of asking.
struct Exchange {
    used: ModelUse,
    cut: bool,
}

/// Why a model did not answer. Its fault is no error of the library: the answer is verbatim then.
pub(super) enum Failed {
    /// The library could not be read.
    Library(Error),
    /// The model did not do what was asked of it.
    Model(Fault),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::Library(error)
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Failed::Model(fault)
    }
}

/// Answers by the model.
pub(super) fn answer(
    asking: &Asking<'_>,
    local: &Local<'_>,
    question: &Question,
    finding: &mut Finding,
    on_claim: &mut dyn FnMut(&Claim),
) -> std::result::Result<Made, Failed> {
    match local.mode {
        Mode::Compose => compose(asking, local, question, finding, on_claim),
        Mode::Select | Mode::Verbatim => select(asking, local, question, finding, on_claim),
    }
}

/// Lets the model choose sentences by number; what is shown are the sentences themselves.
fn select(
    asking: &Asking<'_>,
    local: &Local<'_>,
    question: &Question,
    finding: &mut Finding,
    on_claim: &mut dyn FnMut(&Claim),
) -> std::result::Result<Made, Failed> {
    let admits = admitted(asking, question);
    let of_them = finding.candidates.iter().filter(|one| admits(one.document_id));
    let offered: Vec<Candidate> = of_them.take(config::SELECT_SENTENCES).cloned().collect();
    let texts: Vec<(String, String)> =
        offered.iter().map(|one| (about(asking, one.document_id, &one.heading), one.text.clone())).collect();
    let mut chosen: Vec<Candidate> = Vec::new();
    let exchange = {
        let mut take = |item: Item, shown: &[usize], dropped: &mut u32| {
            let Item::Sentence(number) = item else { return };
            let index = (number as usize).checked_sub(1).and_then(|at| shown.get(at));
            let Some(one) = index.and_then(|index| offered.get(*index)) else {
                *dropped += 1;
                return;
            };
            if !chosen.contains(one) && chosen.len() < config::ANSWER_CLAIMS_MAX {
                chosen.push(one.clone());
            }
        };
        exchange(local, question, &texts, config::SELECT_REPLY_TOKENS, &mut take)?
    };
    let chosen = believed(chosen, question, finding);
    let made = verbatim::quoted(asking, question, finding, chosen)?;
    made.claims.iter().for_each(on_claim);
    Ok(Made { mode: Mode::Select, cut: exchange.cut, model: Some(exchange.used), ..made })
}

/// Lets the model write claims, and checks each the moment it is complete.
fn compose(
    asking: &Asking<'_>,
    local: &Local<'_>,
    question: &Question,
    finding: &mut Finding,
    on_claim: &mut dyn FnMut(&Claim),
) -> std::result::Result<Made, Failed> {
    let admits = admitted(asking, question);
    let of_them = finding.hits.iter().filter(|hit| admits(hit.passage.document_id));
    let hits: Vec<Hit> = of_them.take(config::COMPOSE_PASSAGES).cloned().collect();
    let mut sources = Vec::new();
    for hit in &hits {
        sources.push(source(asking, hit, finding)?);
    }
    let texts: Vec<(String, String)> = hits
        .iter()
        .zip(&sources)
        .map(|(hit, source)| (about(asking, hit.passage.document_id, &source.heading), source.text.clone()))
        .collect();
    let (mut claims, mut missing): (Vec<Claim>, Option<String>) = (Vec::new(), None);
    let mut outcome: Result<()> = Ok(());
    let exchange = {
        let mut take = |item: Item, shown: &[usize], dropped: &mut u32| match item {
            Item::Claim(draft) if outcome.is_ok() => {
                let seen: Vec<Source> = shown.iter().filter_map(|index| sources.get(*index)).cloned().collect();
                let seen_hits: Vec<&Hit> = shown.iter().filter_map(|index| hits.get(*index)).collect();
                match checked(asking, &draft, (&seen, &seen_hits), question.language, finding) {
                    Ok((claim, lost)) => {
                        *dropped += lost;
                        on_claim(&claim);
                        claims.push(claim);
                    }
                    Err(error) => outcome = Err(error),
                }
            }
            Item::Missing(text) => missing = Some(plain(&text)).filter(|text| !text.is_empty()),
            Item::Claim(_) | Item::Sentence(_) => {}
        };
        exchange(local, question, &texts, config::COMPOSE_REPLY_TOKENS, &mut take)
    };
    outcome?;
    let exchange = exchange?;
    if claims.iter().all(|claim| claim.support == Support::Unsupported) {
        claims.clear();
    }
    let cited: Vec<Candidate> =
        finding.candidates.iter().filter(|one| is_cited(asking, one, &claims)).cloned().collect();
    let conflicts =
        conflict::find(asking, question, &finding.weights, &cited, &finding.candidates, &mut finding.grounds)?;
    for (_, later) in &conflicts {
        let beside = verbatim::claim(asking, later, &mut finding.grounds)?;
        let mut shown = claims.iter().flat_map(|claim| &claim.citations);
        let is_shown = shown.any(|own| beside.citations.iter().any(|citation| overlap(own, citation)));
        if !is_shown {
            claims.push(beside);
        }
    }
    Ok(Made { mode: Mode::Compose, claims, conflicts, missing, cut: exchange.cut, model: Some(exchange.used) })
}

/// What is kept of a model's choice. A weak model nearly always names some sentences, in no good order: where
/// the evidence speaks against an answer it is not believed; where the evidence speaks for one, it chooses
/// among the sentences that come near the best, and cannot do worse than they.
fn believed(mut chosen: Vec<Candidate>, question: &Question, finding: &Finding) -> Vec<Candidate> {
    if finding.evidence.probability < config::SELECT_PROBABILITY_MIN {
        return Vec::new();
    }
    let named_any = !chosen.is_empty();
    let best = finding.candidates.first().map_or(0.0, |one| one.score);
    chosen.sort_by(|one, other| other.score.total_cmp(&one.score));
    chosen.retain(|one| one.score >= best - config::SELECT_SCORE_GAP);
    chosen.truncate(config::SELECT_SENTENCES_MAX);
    if chosen.is_empty() && named_any && finding.evidence.found {
        return sentence::choose(&finding.candidates, question);
    }
    chosen
}

/// Which documents a model is shown: where the question names one, that and what changes it, since a clause of
/// another contract would read the same.
fn admitted<'a>(asking: &'a Asking<'_>, question: &Question) -> impl Fn(i64) -> bool + 'a {
    let mut documents = asking.index.named(question);
    let linked: Vec<i64> = documents
        .iter()
        .flat_map(|id| asking.index.amendments(*id).into_iter().chain(asking.index.amended(*id)))
        .collect();
    documents.extend(linked);
    move |id| documents.is_empty() || documents.contains(&id)
}

fn overlap(one: &Citation, other: &Citation) -> bool {
    one.path == other.path && one.start < other.end && other.start < one.end
}

fn is_cited(asking: &Asking<'_>, one: &Candidate, claims: &[Claim]) -> bool {
    let paths = asking.index.document(one.document_id).map_or(&[][..], |(_, paths)| paths);
    claims.iter().filter(|claim| claim.support != Support::Unsupported).flat_map(|claim| &claim.citations).any(
        |citation| paths.contains(&citation.path) && citation.start < one.span.end && one.span.start < citation.end,
    )
}

/// Checks a claim and finds where its quotes stand. Also returns how many sources it named that there are not.
fn checked(
    asking: &Asking<'_>,
    draft: &Draft,
    (sources, hits): (&[Source], &[&Hit]),
    language: Language,
    finding: &mut Finding,
) -> Result<(Claim, u32)> {
    let draft = Draft { text: plain(&draft.text), ..draft.clone() };
    let checked = claim::check(&draft, sources);
    let mut citations = Vec::new();
    for cited in &checked.citations {
        let Some(hit) = (cited.source as usize).checked_sub(1).and_then(|at| hits.get(at)) else { continue };
        let start = hit.passage.span.start;
        let span = Span::new(start + cited.span.start, start + cited.span.end);
        let of = (asking.store, asking.index);
        citations.push(show::citation(of, hit.passage.document_id, span, &hit.passage.heading, &mut finding.grounds)?);
    }
    let reasons = checked.faults.iter().map(|fault| words::reason(fault, language)).collect();
    let claim = Claim { text: checked.text, support: checked.support, citations, faults: checked.faults, reasons };
    Ok((claim, checked.dropped))
}

fn source(asking: &Asking<'_>, hit: &Hit, finding: &mut Finding) -> Result<Source> {
    let ground = finding.grounds.of(asking.store, hit.passage.document_id)?;
    let text = show::slice(ground.text(), hit.passage.span);
    let row = asking.index.document(hit.passage.document_id).map(|(row, _)| row);
    Ok(Source {
        text,
        heading: hit.passage.heading.clone(),
        title: row.map(|row| format!("{} {}", row.title, row.name)).unwrap_or_default(),
        date: row.and_then(|row| row.date.clone()),
        document: hit.passage.document_id,
    })
}

/// What a text stands under: its document, the document's date, and the headings above it.
fn about(asking: &Asking<'_>, document_id: i64, heading: &[String]) -> String {
    let Some((row, _)) = asking.index.document(document_id) else { return String::new() };
    let name: String = row.name.chars().take(config::ABOUT_CHARS_MAX).collect();
    let date = row.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    let heading: String = heading.last().map(|last| format!(" › {last}")).unwrap_or_default();
    format!("{name}{date}{heading}").replace('\n', " ")
}

/// Sends the texts that fit, reads the answer as it comes and hands on each complete item.
fn exchange(
    local: &Local<'_>,
    question: &Question,
    texts: &[(String, String)],
    reply_tokens: u32,
    take: &mut dyn FnMut(Item, &[usize], &mut u32),
) -> std::result::Result<Exchange, Fault> {
    let language: Language = question.language;
    let shown = local.client.show(&local.model.name, local.watcher)?;
    let memory = local.memory_bytes.map(|available_bytes| Memory { available_bytes, model_bytes: local.model.bytes });
    let room = Room { model: &local.model.name, shown: &shown, memory, tokens: Tokens::default(), reply_tokens };
    let whole: Vec<String> =
        texts.iter().enumerate().map(|(at, (about, text))| prompt::fenced(at + 1, about, text)).collect();
    let parts: Vec<&str> = whole.iter().map(String::as_str).collect();
    let frame = prompt::frame(&question.text, language);
    let packed = room.pack(&[prompt::instructions(local.mode, language), &frame], &parts)?;
    // Numbered again without gaps, since some may be left out.
    let numbered = packed.taken.iter().enumerate().filter_map(|(at, index)| Some((at, texts.get(*index)?)));
    let fenced: String = numbered.map(|(at, (about, text))| prompt::fenced(at + 1, about, text)).collect();
    let format = match local.mode {
        Mode::Compose => prompt::compose_schema(packed.taken.len(), config::COMPOSE_CLAIMS_MAX),
        Mode::Select | Mode::Verbatim => prompt::select_schema(packed.taken.len(), config::ANSWER_CLAIMS_MAX),
    };
    let request = ChatRequest {
        model: local.model.name.clone(),
        messages: prompt::messages(local.mode, language, &fenced, &question.text),
        format: Some(format),
        seed: config::MODEL_SEED,
        num_ctx: packed.num_ctx,
        num_predict: reply_tokens,
    };
    let mut reader = Reader::default();
    let (mut items, mut dropped): (Vec<Item>, u32) = (Vec::new(), 0);
    let mut unread: Option<Error> = None;
    let reply: Reply = local.client.chat(&request, local.watcher, &mut |piece| {
        if unread.is_none() {
            unread = reader.feed(piece, &mut items).err();
            for item in items.drain(..) {
                take(item, &packed.taken, &mut dropped);
            }
        }
    })?;
    if let Some(error) = unread {
        return Err(Fault::BadAnswer { said: error.to_string() });
    }
    Ok(Exchange {
        used: ModelUse {
            name: local.model.name.clone(),
            prompt_tokens: reply.prompt_tokens,
            reply_tokens: reply.reply_tokens,
            context_tokens: packed.num_ctx,
            left_out: packed.left_out.len(),
            dropped,
        },
        cut: reply.done_reason == DoneReason::Length || !reader.is_complete(),
    })
}

/// A model's words without control and direction characters, on one line and bounded: they are shown as
/// plain text and nothing else.
fn plain(text: &str) -> String {
    let hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
    };
    let line: String = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    line.chars().filter(|letter| !hidden(*letter)).take(config::CLAIM_CHARS_MAX).collect::<String>().trim().to_owned()
}
