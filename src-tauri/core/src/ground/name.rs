//! Whether every proper name of a claim stands in what it cites.
//!
//! A name may stand in the quote, in the headings above it, or in the title of its document, where the
//! parties are named. Countries are known by both languages' names and adjectives.

use super::claim::Fault;
use super::words::{Word, listed, words};
use crate::quote::names;
use crate::span::CodePoints;
use crate::terms;

/// Names and adjectives of countries and states in both languages, a line each.
const COUNTRIES: &[&str] = &[
    "spain spanish espana espanola espanol espanoles",
    "germany german alemania alemana aleman",
    "france french francia francesa frances",
    "england english inglaterra inglesa ingles",
    "italy italian italia italiana italiano",
    "portugal portuguese portuguesa portugues",
    "switzerland swiss suiza suizo",
    "netherlands dutch holanda holandesa neerlandesa",
    "ireland irish irlanda irlandesa irlandes",
    "scotland scottish escocia escocesa",
    "belgium belgian belgica belga",
    "austria austrian austriaca austriaco",
    "luxembourg luxemburgo luxemburguesa",
    "mexico mexican mexicana mexicano",
    "argentina argentine argentino",
    "chile chilean chilena chileno",
    "colombia colombian colombiana colombiano",
    "peru peruvian peruana peruano",
    "brazil brazilian brasil brasilena",
    "canada canadian canadiense",
    "japan japanese japon japonesa",
    "china chinese chino",
    "israel israeli",
    "europe european europa europea europeo",
    "american estadounidense",
    "california californian",
    "texas texan",
    "delaware",
    "pennsylvania pensilvania",
    "nevada",
    "florida",
    "illinois",
    "massachusetts",
    "washington",
    "michigan",
    "ohio",
    "georgia",
    "virginia",
    "colorado",
    "arizona",
    "minnesota",
    "york",
    "jersey",
];

fn country(plain: &str) -> Option<usize> {
    COUNTRIES.iter().position(|names| listed(names, plain))
}

/// Verbs before which a bare noun in the singular names someone.
const VERBS: &str = concat!(
    "shall must may can will is has was pays owns grants agrees accepts supplies gives receives governs law ",
    "debe deben debera puede podra paga abona tiene es responde concede recibe percibe entrega se no will shall",
);

/// Words that open a sentence before a verb and name no one.
const PRONOUNS: &str =
    "information cualquiera nadie alguien anyone everyone nobody someone silence notice software quien";

/// Adds a fault for each name of `claim` that stands nowhere in `there`.
pub(super) fn check(claim: &str, claim_words: &[Word], there: &[Word], faults: &mut Vec<Fault>) {
    let points = CodePoints::new(claim);
    let mut missing: Vec<String> = Vec::new();
    for span in names(claim) {
        let name = points.slice(span);
        if !stands(&words(name), name, there) {
            missing.push(name.to_owned());
        }
    }
    // A single word that opens the sentence has its capital from there, and names someone all the same
    // where a verb follows that a common noun would not stand before without an article.
    if let (Some(first), Some(second)) = (claim_words.first(), claim_words.get(1)) {
        let plural = first.plain.ends_with('s') || listed(PRONOUNS, &first.plain);
        let named = country(&first.plain).is_some()
            || !plural && listed(VERBS, &second.plain) && ENDINGS.iter().all(|ending| !first.plain.ends_with(ending));
        if named && first.is_content() && !second.capital && !stands(std::slice::from_ref(first), "", there) {
            missing.push(first.plain.clone());
        }
    }
    // A place in lower case is one too: "ley española".
    for word in claim_words.iter().filter(|word| country(&word.plain).is_some()) {
        let known = missing.iter().any(|name| terms::fold(name).contains(&word.plain));
        if !known && !stands(std::slice::from_ref(word), "", there) {
            missing.push(word.plain.clone());
        }
    }
    faults.extend(missing.into_iter().map(|name| Fault::NameMissing { name }));
}

/// Endings of nouns that stand without an article: "Confidentiality", "Assignment", "Termination".
const ENDINGS: &[&str] = &["ion", "ment", "ity", "ness", "ance", "ence", "ing", "ent", "law", "one", "ody"];

fn stands(name: &[Word], text: &str, there: &[Word]) -> bool {
    let telling = |word: &&Word| !terms::is_stop_word(&word.plain) && word.plain.chars().count() > 1;
    name.iter().filter(telling).all(|word| {
        let same_country = country(&word.plain);
        there.iter().any(|other| {
            other.plain == word.plain
                || same_country.is_some() && country(&other.plain) == same_country
                // A word of a defined term in the other language: "Company", "empresa".
                || word.is_known() && word.same(other)
                || super::words::role(&word.plain).is_some_and(|role| super::words::role(&other.plain) == Some(role))
        }) || super::words::modal(&word.plain).is_some()
            || is_acronym(text, there)
    })
}

/// Returns whether a name is made of the first letters of words that stand one after the other.
fn is_acronym(text: &str, there: &[Word]) -> bool {
    let letters: Vec<char> = terms::fold(text).chars().collect();
    let capitals = there.iter().filter(|word| word.capital).map(|word| word.plain.chars().next());
    let initials: Vec<char> = capitals.flatten().collect();
    letters.len() >= 3
        && text.chars().all(char::is_uppercase)
        && initials.windows(letters.len()).any(|it| it == letters)
}
