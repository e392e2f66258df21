//! The lexicon of legal concepts: which words say the same thing, within a language and across the two.
//!
//! `assets/lexicon/concepts.tsv` has one concept a line. A question that speaks of a concept is also
//! searched by the concept's other names, at a lower weight than its own words.

use crate::chunk::Language;
use crate::terms;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// One concept with its names as stems.
#[derive(Debug)]
pub struct Concept {
    /// Its short name.
    pub id: &'static str,
    /// Each name as its stems, Spanish names first.
    pub names: Vec<Vec<String>>,
    /// How many of the names are Spanish.
    spanish: usize,
}

/// All concepts, and by the first stem of a name which names begin with it.
pub struct Lexicon {
    concepts: Vec<Concept>,
    starts: BTreeMap<String, Vec<(usize, usize)>>,
}

static LEXICON: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::parse(include_str!("../../../assets/lexicon/concepts.tsv")));

/// Returns the lexicon that ships.
pub fn lexicon() -> &'static Lexicon {
    &LEXICON
}

impl Lexicon {
    fn parse(table: &'static str) -> Self {
        let mut concepts = Vec::new();
        for line in table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let mut columns = line.split('\t');
            let (Some(id), Some(spanish), Some(english)) = (columns.next(), columns.next(), columns.next()) else {
                continue;
            };
            let stems = |names: &str, language| -> Vec<Vec<String>> {
                names.split('|').map(|name| terms::terms(name, language)).filter(|stems| !stems.is_empty()).collect()
            };
            let mut names = stems(spanish, Language::Es);
            let count = names.len();
            names.extend(stems(english, Language::En));
            concepts.push(Concept { id, names, spanish: count });
        }
        let mut starts: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        for (concept, entry) in concepts.iter().enumerate() {
            for (name, stems) in entry.names.iter().enumerate() {
                if let Some(first) = stems.first() {
                    starts.entry(first.clone()).or_default().push((concept, name));
                }
            }
        }
        Self { concepts, starts }
    }

    /// Returns the concepts that a text speaks of. Where two names overlap, the longer one counts:
    /// "tacit renewal" is not also "renewal".
    pub fn concepts_in(&self, text: &str) -> Vec<&Concept> {
        let mut found: Vec<(usize, usize, usize)> = Vec::new(); // (length, start, concept)
        for language in [Language::Es, Language::En] {
            let stems = terms::terms(text, language);
            for start in 0..stems.len() {
                for &(concept, name) in self.starts.get(&stems[start]).map_or(&[][..], Vec::as_slice) {
                    let wanted = &self.concepts[concept].names[name];
                    if stems.get(start..start + wanted.len()) == Some(wanted.as_slice()) {
                        found.push((wanted.len(), start, concept));
                    }
                }
            }
        }
        found.sort_by_key(|&(length, start, concept)| (std::cmp::Reverse(length), start, concept));
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        let mut concepts: Vec<usize> = Vec::new();
        for (length, start, concept) in found {
            let places: Vec<usize> = (start..start + length).collect();
            let covered = length == 1 && places.iter().all(|place| taken.contains(place));
            if !covered && !concepts.contains(&concept) {
                concepts.push(concept);
            }
            if length > 1 {
                taken.extend(places);
            }
        }
        concepts.into_iter().map(|concept| &self.concepts[concept]).collect()
    }
}

impl Concept {
    /// Returns the concept's names in one language.
    pub fn names_in(&self, language: Language) -> &[Vec<String>] {
        let (spanish, english) = self.names.split_at(self.spanish.min(self.names.len()));
        if language == Language::En { english } else { spanish }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concepts_are_found_in_both_languages() {
        let check = |text: &str, id: &str, expected: bool| {
            let found = lexicon().concepts_in(text).iter().any(|concept| concept.id == id);
            assert_eq!(found, expected, "{text} / {id}");
        };
        let law = lexicon().concepts_in("ley aplicable").first().map(|concept| concept.id).unwrap();
        check("What is the governing law of it?", law, true);
        check("¿Cuál es la ley aplicable?", law, true);
        check("¿Cuántas plazas de garaje tiene?", law, false);
    }
}
