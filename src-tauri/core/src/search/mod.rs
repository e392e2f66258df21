//! From a question to ranked passages.
//!
//! Three steps: take the question apart (names, references, concepts, what is left to ask), gather
//! candidates (every passage of a named document, else the best by words and by meaning in each
//! language), and rank them together. Filters apply before ranking. What answers the question, and
//! whether anything does, is `ask`'s business.

mod amend;
mod cognate;
mod question;
mod rank;
mod reference;
mod router;

pub use reference::{Reference, Unit, agreement, heading_reference, references};
pub use router::Routed;

use crate::chunk::{self, Language};
use crate::config;
use crate::error::Result;
pub use crate::lexicon::{Concept, lexicon};
use crate::store::{DocumentRow, PassageRow, Store};
use crate::terms;
use crate::vectors::Vectors;
use rank::Term;
use router::Router;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Which documents a question is asked of. Empty fields admit everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only below these directories.
    pub folders: Vec<String>,
    /// Only these paths.
    pub documents: Vec<String>,
    /// Only passages of this language.
    pub language: Option<Language>,
    /// Only this format (its short name).
    pub format: Option<String>,
    /// Only documents dated on or after this day, ISO 8601.
    pub from: Option<String>,
    /// Only documents dated on or before this day, ISO 8601.
    pub to: Option<String>,
}

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
    fn whole_forms(&self) -> Vec<Vec<String>> {
        self.whole.iter().map(|stem| vec![stem.clone()]).collect()
    }

    /// Returns the stems of each of the question's own words, concepts' other names left out.
    pub fn own_forms(&self) -> Vec<Vec<String>> {
        self.terms.iter().filter(|term| term.weight >= 1.0).map(|term| term.forms.clone()).collect()
    }
}

/// A passage with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The passage.
    pub passage: PassageRow,
    /// Higher is better; comparable within one search only.
    pub score: f32,
    /// BM25 of the question's words.
    pub words: f32,
    /// Cosine to the question, where there are vectors.
    pub cosine: Option<f32>,
}

/// Which legs of the search run; for measuring them one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Legs {
    /// Words and meaning.
    #[default]
    Both,
    /// Words alone.
    Words,
    /// Meaning alone.
    Meaning,
}

/// What search holds in memory of one state of the library.
pub struct Index {
    documents: Vec<DocumentRow>,
    by_id: HashMap<i64, usize>,
    paths: Vec<Vec<String>>,
    /// First and last passage of each document that has any, by first passage.
    ranges: Vec<(i64, i64, usize)>,
    router: Router,
    vectors: Option<(i64, Vectors)>,
    passage_count: u64,
    /// Pairs of row numbers: a changing document, and one that it changes.
    amendments: Vec<(i64, i64)>,
}

impl Index {
    /// Reads what search needs from the store. `vectors` comes with its embedder's row number.
    pub fn load(store: &Store, vectors: Option<(i64, Vectors)>) -> Result<Self> {
        let all = store.documents()?;
        let mut paths_of = store.paths_by_document()?;
        let documents: Vec<DocumentRow> =
            all.into_iter().filter(|document| paths_of.contains_key(&document.id)).collect();
        let by_id: HashMap<i64, usize> =
            documents.iter().enumerate().map(|(index, document)| (document.id, index)).collect();
        let paths = documents.iter().map(|document| paths_of.remove(&document.id).unwrap_or_default()).collect();
        let mut ranges: Vec<(i64, i64, usize)> = store
            .passage_ranges()?
            .into_iter()
            .filter_map(|(document, first, last)| Some((first, last, *by_id.get(&document)?)))
            .collect();
        ranges.sort_unstable();
        let passage_count = ranges.iter().map(|(first, last, _)| (last - first + 1) as u64).sum();
        let router = Router::new(&documents);
        let amendments = amend::pairs(&documents, &router);
        Ok(Self { router, documents, by_id, paths, ranges, vectors, passage_count, amendments })
    }

    /// Returns the searchable documents.
    pub fn documents(&self) -> &[DocumentRow] {
        &self.documents
    }

    /// Returns a document and its paths by row number.
    pub fn document(&self, id: i64) -> Option<(&DocumentRow, &[String])> {
        let index = *self.by_id.get(&id)?;
        Some((self.documents.get(index)?, self.paths.get(index)?))
    }

    /// Returns the documents that change this one, earliest first.
    pub fn amendments(&self, id: i64) -> Vec<i64> {
        self.amendments.iter().filter(|(_, amended)| *amended == id).map(|(amending, _)| *amending).collect()
    }

    /// Returns the documents that this one changes.
    pub fn amended(&self, id: i64) -> Vec<i64> {
        self.amendments.iter().filter(|(amending, _)| *amending == id).map(|(_, amended)| *amended).collect()
    }

    /// Returns the row numbers of the documents that a question names.
    pub fn named(&self, question: &Question) -> Vec<i64> {
        question.routed.named.iter().filter_map(|(index, _)| Some(self.documents.get(*index)?.id)).collect()
    }

    /// Returns the document that holds a passage.
    pub fn holder(&self, passage: i64) -> Option<i64> {
        self.document_of(passage).and_then(|index| Some(self.documents.get(index)?.id))
    }

    /// Returns the number of searchable passages.
    pub fn passage_count(&self) -> u64 {
        self.passage_count
    }

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

    /// Ranks passages for a question. `vector` is the embedding of what is asked.
    pub fn search(
        &self,
        store: &Store,
        question: &Question,
        vector: Option<&[f32]>,
        filter: &Filter,
        legs: Legs,
        count: usize,
    ) -> Result<Vec<Hit>> {
        let admitted = self.admitted(filter);
        let admits = |document: usize| admitted.as_ref().is_none_or(|admitted| admitted.contains(&document));
        let named: Vec<usize> =
            question.routed.named.iter().map(|(index, _)| *index).filter(|index| admits(*index)).collect();
        let mut hits = Vec::new();
        if !named.is_empty() {
            let mut passages = Vec::new();
            for index in &named {
                passages.extend(store.passages_of(self.documents[*index].id)?);
            }
            if legs != Legs::Meaning {
                passages.extend(self.headed_so(store, question)?.into_iter().filter(|passage| {
                    let document = self.by_id.get(&passage.document_id);
                    document.is_some_and(|index| !named.contains(index) && admits(*index))
                }));
            }
            passages.retain(|passage| filter.language.is_none_or(|language| passage.language == language));
            hits = self.rank(store, question, vector, legs, passages, Scope::Named)?;
        }
        if hits.len() < count {
            let vector = if legs == Legs::Words { None } else { vector };
            let candidates = self.candidates(store, question, vector, admitted.as_ref(), legs)?;
            let mut passages = store.passages_by_id(&candidates)?;
            passages.retain(|passage| {
                filter.language.is_none_or(|language| passage.language == language)
                    && self
                        .by_id
                        .get(&passage.document_id)
                        .is_some_and(|index| !named.contains(index) && admits(*index))
                    && !hits.iter().any(|hit: &Hit| hit.passage.id == passage.id)
            });
            hits.extend(self.rank(store, question, vector, legs, passages, Scope::Everywhere)?);
        }
        hits.truncate(count);
        Ok(hits)
    }

    /// Documents that a filter admits; `None` for all.
    fn admitted(&self, filter: &Filter) -> Option<BTreeSet<usize>> {
        let everything = filter.folders.is_empty()
            && filter.documents.is_empty()
            && filter.format.is_none()
            && filter.from.is_none()
            && filter.to.is_none();
        if everything {
            return None;
        }
        let below = |path: &String, folder: &String| {
            path == folder || path.strip_prefix(folder.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
        };
        let admits = |document: &DocumentRow, paths: &[String]| {
            (filter.folders.is_empty()
                || paths.iter().any(|path| filter.folders.iter().any(|folder| below(path, folder))))
                && (filter.documents.is_empty() || paths.iter().any(|path| filter.documents.contains(path)))
                && filter.format.as_ref().is_none_or(|format| document.format == *format)
                && filter.from.as_ref().is_none_or(|from| document.date.as_ref().is_some_and(|date| date >= from))
                && filter.to.as_ref().is_none_or(|to| document.date.as_ref().is_some_and(|date| date <= to))
        };
        let indexes = self.documents.iter().zip(&self.paths).enumerate();
        Some(indexes.filter(|(_, (document, paths))| admits(document, paths)).map(|(index, _)| index).collect())
    }

    /// The best passages of the whole library by words and, in each language, by meaning.
    fn candidates(
        &self,
        store: &Store,
        question: &Question,
        vector: Option<&[f32]>,
        admitted: Option<&BTreeSet<usize>>,
        legs: Legs,
    ) -> Result<BTreeSet<i64>> {
        let mut found = BTreeSet::new();
        if legs != Legs::Meaning {
            let ids: Option<BTreeSet<i64>> =
                admitted.map(|admitted| admitted.iter().map(|index| self.documents[*index].id).collect());
            if let Some(query) = self.words_query(store, question)? {
                let words = store.search_words(&query, [1.0, 1.6, 0.4], ids.as_ref(), config::CANDIDATES_BY_WORDS)?;
                found.extend(words.into_iter().map(|(id, _)| id));
            }
            found.extend(self.word_for_word(store, question)?);
        }
        if let (Some(vector), Some((_, vectors))) = (vector, &self.vectors) {
            for language in [Language::Es, Language::En, Language::Other] {
                let speaks = |index: usize| self.documents[index].language == language;
                if !self.documents.iter().any(|document| document.language == language) {
                    continue;
                }
                let all = admitted.is_none() && self.documents.iter().all(|document| document.language == language);
                let keep = |id: i64| {
                    self.document_of(id)
                        .is_some_and(|index| speaks(index) && admitted.is_none_or(|admitted| admitted.contains(&index)))
                };
                let keep: Option<&dyn Fn(i64) -> bool> = if all { None } else { Some(&keep) };
                let nearest = vectors.nearest(vector, config::CANDIDATES_BY_MEANING, keep)?;
                found.extend(nearest.into_iter().map(|(id, _)| id));
            }
        }
        // Documents that share the question's rare words bring their passages' neighbours no further here:
        // a reference ("article 4") needs the whole document, which only a name can give.
        Ok(found)
    }

    /// Passages whose heading is the question, word for word: what looks like a document's name may be part of it.
    fn headed_so(&self, store: &Store, question: &Question) -> Result<Vec<PassageRow>> {
        let whole = question.whole_forms();
        if whole.is_empty() {
            return Ok(Vec::new());
        }
        let query = question.whole.iter().map(|stem| quoted(stem)).collect::<Vec<_>>().join(" AND ");
        let found = store.passages_headed(&query, config::CANDIDATES_BY_WORDS)?;
        let mut passages = store.passages_by_id(&found.into_iter().collect())?;
        passages.retain(|passage| rank::heading_likeness(&whole, passage) > 0.99);
        Ok(passages)
    }

    /// Passages under a heading that has all the question's words, and those that have them in a row.
    fn word_for_word(&self, store: &Store, question: &Question) -> Result<Vec<i64>> {
        let mut found = Vec::new();
        for own in [question.own_forms(), question.whole_forms()] {
            let any = |forms: &Vec<String>| {
                format!("({})", forms.iter().map(|form| quoted(form)).collect::<Vec<_>>().join(" OR "))
            };
            let query = own.iter().map(any).collect::<Vec<_>>().join(" AND ");
            if !own.is_empty() {
                found.extend(store.passages_headed(&query, config::CANDIDATES_BY_WORDS)?);
            }
        }
        if question.whole.len() >= config::PHRASE_WORDS_MIN {
            found.extend(store.passages_with(&quoted(&question.whole.join(" ")), config::CANDIDATES_BY_WORDS)?);
        }
        Ok(found)
    }

    /// The document that holds a passage.
    fn document_of(&self, passage: i64) -> Option<usize> {
        let at = self.ranges.partition_point(|(first, _, _)| *first <= passage).checked_sub(1)?;
        let (_, last, index) = *self.ranges.get(at)?;
        (passage <= last).then_some(index)
    }

    /// The FTS5 query: any of the terms, but for those that nearly every passage has.
    fn words_query(&self, store: &Store, question: &Question) -> Result<Option<String>> {
        let forms: BTreeSet<String> = question.terms.iter().flat_map(|term| term.forms.iter().cloned()).collect();
        let mut counts = store.passage_counts(&forms)?;
        counts.retain(|(_, count)| *count > 0);
        counts.sort_by_key(|(_, count)| *count);
        let common = (self.passage_count as f64 * config::COMMON_TERM_SHARE) as i64;
        let rare = counts.iter().filter(|(_, count)| *count <= common.max(50)).count();
        let kept: Vec<String> = counts.iter().take(rare.max(3)).map(|(form, _)| quoted(form)).collect();
        Ok((!kept.is_empty()).then(|| kept.join(" OR ")))
    }

    fn rank(
        &self,
        store: &Store,
        question: &Question,
        vector: Option<&[f32]>,
        legs: Legs,
        passages: Vec<PassageRow>,
        scope: Scope,
    ) -> Result<Vec<Hit>> {
        let held = match scope {
            Scope::Named => None,
            Scope::Everywhere => Some(self.shares(store, question)?),
        };
        let words = rank::bm25(&passages, &question.terms, held.as_ref());
        let cosines = self.cosines(&passages, vector);
        let top = words.iter().copied().fold(f32::EPSILON, f32::max);
        let by_words: Vec<f32> = words.iter().map(|score| score / top).collect();
        let by_meaning = self.by_meaning(&passages, &cosines);
        let (share_words, share_meaning) = match legs {
            Legs::Both => (config::SHARE_OF_WORDS, 1.0 - config::SHARE_OF_WORDS),
            Legs::Words => (1.0, 0.0),
            Legs::Meaning => (0.0, 1.0),
        };
        let own: Vec<Vec<String>> = if legs == Legs::Meaning { Vec::new() } else { question.own_forms() };
        let concepts = match (scope, legs) {
            (Scope::Named, Legs::Both | Legs::Words) => lexicon().concepts_in(&question.asking),
            _ => Vec::new(),
        };
        let by_concepts = rank::concept_shares(&passages, &concepts);
        let whole = if legs == Legs::Meaning { Vec::new() } else { question.whole_forms() };
        let quotes = legs != Legs::Meaning && question.whole.len() >= config::PHRASE_WORDS_MIN;
        let best_document = question.routed.scores.values().copied().fold(f32::EPSILON, f32::max);
        let scores: Vec<f32> = passages
            .iter()
            .enumerate()
            .map(|(at, passage)| {
                let document = self.by_id.get(&passage.document_id).and_then(|index| question.routed.scores.get(index));
                let raise = config::SHARE_OF_DOCUMENT * document.copied().unwrap_or(0.0) / best_document;
                let reference =
                    question.references.iter().map(|wanted| agreement(wanted, &passage.heading)).fold(0.0, f32::max);
                let likeness = rank::heading_likeness(&own, passage).max(rank::heading_likeness(&whole, passage));
                let heading = if likeness >= config::HEADING_LIKENESS_MIN {
                    config::HEADING_RAISE * likeness * likeness
                } else {
                    0.0
                };
                let phrase =
                    if quotes && rank::has_phrase(passage, &question.whole) { config::PHRASE_RAISE } else { 0.0 };
                let signs = phrase
                    + config::CONCEPT_RAISE * by_concepts[at]
                    + raise
                    + heading
                    + config::REFERENCE_RAISE * reference;
                share_words * by_words[at] + share_meaning * by_meaning[at] + signs
            })
            .collect();
        let order: Vec<(i64, u32)> = passages.iter().map(|passage| (passage.document_id, passage.ordinal)).collect();
        let scores = rank::raise_neighbours(&scores, &order, config::NEIGHBOUR_SHARE);
        let mut hits: Vec<Hit> = passages
            .into_iter()
            .zip(scores)
            .zip(words.iter().zip(cosines))
            .map(|((passage, score), (words, cosine))| Hit { passage, score, words: *words, cosine })
            .collect();
        hits.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.passage.id.cmp(&other.passage.id)));
        Ok(hits)
    }

    /// Share of the library's passages that hold each form of the question's terms.
    fn shares(&self, store: &Store, question: &Question) -> Result<HashMap<String, f32>> {
        let forms: BTreeSet<String> = question.terms.iter().flat_map(|term| term.forms.iter().cloned()).collect();
        let counts = store.passage_counts(&forms)?;
        let all = self.passage_count.max(1) as f32;
        Ok(counts.into_iter().map(|(form, count)| (form, count as f32 / all)).collect())
    }

    fn cosines(&self, passages: &[PassageRow], vector: Option<&[f32]>) -> Vec<Option<f32>> {
        let (Some(vector), Some((_, vectors))) = (vector, &self.vectors) else { return vec![None; passages.len()] };
        passages
            .iter()
            .map(|passage| {
                let own = vectors.get(passage.id)?;
                Some(own.iter().zip(vector).map(|(one, other)| one * other).sum())
            })
            .collect()
    }

    /// Cosines scaled to 0..1 within each language, since a question lies nearer to its own language.
    fn by_meaning(&self, passages: &[PassageRow], cosines: &[Option<f32>]) -> Vec<f32> {
        let mut scaled = vec![0.0; passages.len()];
        let mut of_language: BTreeMap<Language, Vec<usize>> = BTreeMap::new();
        for (at, passage) in passages.iter().enumerate().filter(|(at, _)| cosines[*at].is_some()) {
            of_language.entry(passage.language).or_default().push(at);
        }
        for places in of_language.into_values() {
            let values: Vec<f32> = places.iter().filter_map(|at| cosines[*at]).collect();
            for (at, value) in places.into_iter().zip(rank::normalise(&values)) {
                scaled[at] = value;
            }
        }
        scaled
    }
}

/// Words as a phrase of FTS5.
fn quoted(words: &str) -> String {
    format!("\"{}\"", words.replace('"', ""))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All passages of the named documents: words are weighed within them.
    Named,
    /// Candidates from the whole library: words are weighed over the library.
    Everywhere,
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
