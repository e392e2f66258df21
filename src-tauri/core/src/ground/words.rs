//! The words of a claim and of what it cites, made comparable within a language and across the two.
//!
//! A word has keys: its stems, and the lines of `assets/lexicon/words.tsv` that name it. Two words say
//! the same when they share a key, or when they are cognates ("penalización", "penalty" are not;
//! "contrato", "contract" are). Parties of a contract, negations and verbs of obligation are told
//! apart here and never take part in that comparison.
//!
//! Deliberately not here: phrases of several words, which `lexicon` knows.

use crate::chunk::Language;
use crate::terms;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

/// One word with what is needed to compare it.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Lower case, without accents.
    pub(super) plain: String,
    /// It stands with a capital.
    pub(super) capital: bool,
    /// Sign that ends a clause (`.`, `;`, `:`) or parts it (`,`) between the word before and this one.
    pub(super) broken: Option<char>,
    keys: BTreeSet<String>,
}

static GROUPS: LazyLock<HashMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut groups: HashMap<String, BTreeSet<String>> = HashMap::new();
    let table = include_str!("../../../../assets/lexicon/words.tsv");
    for (line, row) in table.lines().enumerate().filter(|(_, row)| !row.starts_with('#')) {
        let mut columns = row.split('\t');
        for language in [Language::Es, Language::En] {
            for word in columns.next().unwrap_or("").split_whitespace() {
                groups.entry(key(&terms::fold(word), language)).or_default().insert(format!("#{line}"));
            }
        }
    }
    groups
});

/// Stems of the two languages must not meet by accident, but English ones already bear a mark.
fn key(folded: &str, language: Language) -> String {
    terms::stem(folded, language)
}

impl Word {
    fn new(text: &str, broken: Option<char>) -> Self {
        let plain = terms::fold(text);
        let mut keys = BTreeSet::new();
        for language in [Language::Es, Language::En] {
            let stem = key(&plain, language);
            keys.extend(GROUPS.get(&stem).into_iter().flatten().cloned());
            keys.insert(stem);
        }
        Self { plain, capital: text.starts_with(char::is_uppercase), broken, keys }
    }

    /// Returns whether the two say the same.
    pub(super) fn same(&self, other: &Word) -> bool {
        self.plain == other.plain || !self.keys.is_disjoint(&other.keys) || cognate(&self.plain, &other.plain)
    }

    /// Returns whether it is of the vocabulary that both languages share here.
    pub(super) fn is_known(&self) -> bool {
        self.keys.iter().any(|key| key.starts_with('#'))
    }

    /// Returns whether it carries meaning of its own: no function word, number, negation or party.
    pub(super) fn is_content(&self) -> bool {
        !terms::is_stop_word(&self.plain)
            && self.plain.chars().count() > 2
            && !self.plain.contains(|c: char| c.is_ascii_digit())
            && !listed(NEGATIONS, &self.plain)
            && !listed(EXCEPTIONS, &self.plain)
            && modal(&self.plain).is_none()
            && role(&self.plain).is_none()
    }
}

/// Returns whether two words of some length begin alike for most of the shorter one.
fn cognate(one: &str, other: &str) -> bool {
    let shorter = one.chars().count().min(other.chars().count());
    let alike = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    shorter >= 5 && alike >= 4 && alike * 10 >= shorter * 7
}

/// Returns the words of `text`, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let (mut word, mut broken) = (String::new(), None);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let inside = letter.is_alphanumeric() || unicode_normalization::char::is_combining_mark(letter);
        let digits = word.ends_with(|last: char| last.is_ascii_digit())
            && matches!(letter, '.' | ',' | '/' | '-')
            && letters.peek().is_some_and(char::is_ascii_digit);
        if inside || digits {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            // "can't", "doesn't", "party's".
            let apostrophe = matches!(letter, '\'' | '’');
            if apostrophe && letters.peek() == Some(&'t') && word.ends_with('n') {
                word.pop();
                out.push(Word::new(&std::mem::take(&mut word), broken.take()));
                letters.next();
                out.push(Word::new("not", None));
                continue;
            }
            out.push(Word::new(&std::mem::take(&mut word), broken.take()));
            if apostrophe && letters.peek() == Some(&'s') {
                letters.next();
                continue;
            }
        }
        if matches!(letter, '.' | ';' | ':' | '?' | '!') || letter == ',' && broken.is_none() {
            broken = Some(letter);
        }
    }
    if !word.is_empty() {
        out.push(Word::new(&word, broken));
    }
    out
}

/// Returns whether `word` is one of a list's words.
pub(super) fn listed(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|one| one == word)
}

/// Words that deny, in both languages.
pub(super) const NEGATIONS: &str = concat!(
    "no not ni nunca jamas ninguna ninguno ningun nadie nada tampoco never none nor neither nobody nothing ",
    "cannot prohibida prohibido prohibidas prohibidos prohibe prohiben prohibir prohibited prohibits forbidden ",
    "impide impiden refrain refrains abstenerse abstendra carece carecen excluye excluida excluido excluded ",
    "excludes sin without non",
);

/// Words after which an exception stands.
pub(super) const EXCEPTIONS: &str =
    "salvo excepto except unless menos other only solo solamente unicamente exclusively exclusivamente save";

/// Whether something must be done or may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modal {
    /// "deberá", "shall".
    Must,
    /// "podrá", "may".
    May,
}

/// Returns what a word says of obligation, by itself.
pub(super) fn modal(plain: &str) -> Option<Modal> {
    const MUST: &str = concat!(
        "shall must debe deben debera deberan deber obligado obligada obligados obligadas obligara obligaran ",
        "obliga obligan obligatorio obligatoria obligated obliged mandatory required requires exige",
    );
    const MAY: &str = concat!(
        "may can could puede pueden podra podran podria podrian poder optional facultado facultada facultativo ",
        "facultativa entitled option opcion discretion discrecion",
    );
    if listed(MUST, plain) {
        return Some(Modal::Must);
    }
    listed(MAY, plain).then_some(Modal::May)
}

/// The two sides of each kind of contract, Spanish and English names together.
const ROLES: &[(&str, &str)] = &[
    ("arrendador arrendadora arrendadores landlord lessor", "arrendatario arrendataria arrendatarios tenant lessee"),
    ("comprador compradora buyer purchaser", "vendedor vendedora seller"),
    ("prestamista lender lenders", "prestatario prestataria borrower"),
    ("licenciante licensor", "licenciatario licenciataria licensee"),
    ("cedente assignor transferor", "cesionario cesionaria assignee transferee"),
    ("reveladora divulgadora disclosing discloser", "receptora receptor recipient receiving"),
    ("fabricante manufacturer concedente", "distribuidor distribuidora distributor"),
    ("empresario empleador empleadora employer", "trabajador trabajadora trabajadores employee"),
    ("proveedor proveedora supplier vendor contratista prestadora prestador contractor", "cliente client customer"),
    ("franquiciador franquiciadora franchisor", "franquiciado franquiciada franchisee"),
    ("asegurador aseguradora insurer", "asegurado asegurada insured policyholder tomador"),
    ("acreedor acreedora creditor", "deudor deudora debtor"),
    ("responsable controller", "encargado encargada processor"),
    ("mandante principal", "mandatario mandataria agent"),
];

/// A party of a kind of contract: which kind, and which of its two sides.
pub(super) type Role = (usize, bool);

/// Returns which party a word names.
pub(super) fn role(plain: &str) -> Option<Role> {
    static TABLE: LazyLock<BTreeMap<&'static str, Role>> = LazyLock::new(|| {
        let mut table = BTreeMap::new();
        for (kind, (one, other)) in ROLES.iter().enumerate() {
            table.extend(one.split(' ').map(|word| (word, (kind, true))));
            table.extend(other.split(' ').map(|word| (word, (kind, false))));
        }
        table
    });
    TABLE.get(plain).copied()
}
