//! A question taken apart: its names, its references, what is left to ask, and the terms to search by.

use super::cognate;
use super::index::Index;
use super::question;
use super::rank::Term;
use super::reference::{Reference, references};
use super::router::Routed;
use crate::chunk::{self, Language};
use crate::config;
use crate::error::Result;
use crate::lexicon::lexicon;
use crate::store::Store;
use crate::terms;
use std::collections::BTreeSet;

/// A question taken apart.
#[derive(Debug, Clone)]
pub struct Question {
    /// As it was asked.
    pub text: String,
    /// What is left when the words that name a document are taken out.
    pub asking: String,
    /// The words that name a document, as they stand in the question; empty when it names none.
    pub about: String,
    /// Its language.
    pub language: Language,
    /// What it says of documents.
    pub routed: Routed,
    /// Numbered parts that it names.
    pub references: Vec<Reference>,
    /// Terms to search by.
    pub(crate) terms: Vec<Term>,
    /// The stems of every word asked, names included: to find a heading or words that are quoted.
    pub(crate) whole: Vec<String>,
}

impl Question {
    /// A question of which nothing is known but its words.
    pub fn plain(text: &str) -> Self {
        let language = chunk::language_of_question(text);
        Self {
            text: text.to_owned(),
            asking: text.to_owned(),
            about: String::new(),
            language,
            routed: Routed::default(),
            references: references(text),
            terms: question_terms(text, language),
            whole: terms::terms(text, language),
        }
    }

    /// The stems of every word asked, each as a term of its own.
    pub(super) fn whole_forms(&self) -> Vec<Vec<String>> {
        self.whole.iter().map(|stem| vec![stem.clone()]).collect()
    }

    /// Returns the stems of each of the question's own words, concepts' other names left out.
    pub fn own_forms(&self) -> Vec<Vec<String>> {
        self.terms.iter().filter(|term| term.weight >= 1.0).map(|term| term.forms.clone()).collect()
    }
}

impl Index {
    /// Takes a question apart.
    pub fn question(&self, store: &Store, text: &str) -> Result<Question> {
        let tokens = question::tokens(text);
        let runs = question::name_runs(&tokens, text);
        let spread = |words: &[&str]| self.spread(store, words);
        let routed = self.router.route(&tokens, &runs, &spread)?;
        let titles: BTreeSet<String> = routed
            .named
            .iter()
            .take(2)
            .filter_map(|(index, _)| self.documents.get(*index))
            .flat_map(|document| terms::words(&format!("{} {}", terms::spaced(&document.name), document.title)))
            .collect();
        let (asking, about) = if routed.named.is_empty() {
            (text.to_owned(), String::new())
        } else {
            let names = |token: &question::Token| token.proper && routed.naming.contains(&token.folded);
            let title = |token: &question::Token| titles.contains(&token.folded);
            question::asking(text, &tokens, &names, &title)
        };
        let plain = Question::plain(text);
        Ok(Question { terms: question_terms(&asking, plain.language), routed, asking, about, ..plain })
    }

    /// In how many documents' passages these folded words stand one after the other.
    fn spread(&self, store: &Store, words: &[&str]) -> Result<usize> {
        let phrase = |language| {
            let stems: Vec<String> = words
                .iter()
                .filter(|word| !terms::is_stop_word(word))
                .map(|word| terms::stem(word, language))
                .collect();
            format!("\"{}\"", stems.join(" "))
        };
        let query = format!("{} OR {}", phrase(Language::Es), phrase(Language::En));
        let passages = store.passages_with(&query, config::SPREAD_PASSAGES)?;
        let documents: BTreeSet<usize> = passages.into_iter().filter_map(|id| self.document_of(id)).collect();
        Ok(documents.len())
    }
}

/// The question's own words, and at less weight the other names of the concepts it speaks of.
///
/// A name or a figure is searched in both languages' forms; any other word in the question's own and, where
/// its ending tells one, as its cognate in the other.
fn question_terms(asking: &str, language: Language) -> Vec<Term> {
    let other = if language == Language::En { Language::Es } else { Language::En };
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for token in question::tokens(asking).iter().filter(|token| !terms::is_stop_word(&token.folded)) {
        let mut forms = vec![terms::stem(&token.folded, language)];
        if token.proper {
            forms.push(terms::stem(&token.folded, other));
            forms.dedup();
        }
        forms.extend(cognate::cognates(&token.folded, language));
        if seen.insert(forms.clone()) {
            found.push(Term { forms, weight: 1.0 });
        }
    }
    let own: BTreeSet<String> = found.iter().flat_map(|term| term.forms.iter().cloned()).collect();
    let concepts = lexicon().concepts_in(asking);
    for (names_of, weight) in [(language, config::CONCEPT_WEIGHT), (other, config::CONCEPT_WEIGHT_ACROSS)] {
        let stems: BTreeSet<&String> = concepts
            .iter()
            .flat_map(|concept| concept.names_in(names_of))
            .flatten()
            .filter(|stem| !own.contains(*stem))
            .collect();
        let stems = stems.into_iter().take(config::CONCEPT_TERMS_MAX / 2);
        found.extend(stems.map(|form| Term { forms: vec![form.clone()], weight }));
    }
    found
}
