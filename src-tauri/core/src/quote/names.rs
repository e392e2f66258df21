//! Proper names: of people, companies and places.
//!
//! A name is a run of capitalised words with the small words between them ("Logística de la Sierra,
//! S.L."). The words that legal texts write with a capital although they name no one ("Contrato",
//! "Agreement", "Parties", the roles of the parties) are no names by themselves.

use super::figures::plain;
use crate::span::{CodePoints, Span};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Words within a name that stay in lower case.
const JOINTS: &str = "de del la las los of the for van von der da do dos di i";

/// Forms of companies, in [`plain`] form without stops.
const SUFFIXES: &str = concat!(
    "sl sa slu sau slp slpu sll sal sad scp sc cb aie ute scoop inc ltd llc llp lp plc corp co limited ",
    "corporation company gmbh ag nv bv srl spa sarl sas na coop",
);

/// Forms of address, which stand before a name and do not belong to it.
const ADDRESSES: &str = "d dña don doña sr sra señor señora dr dra mr mrs ms miss messrs dona da srta";

/// Capitalised words that name no one.
const COMMON: &str = concat!(
    // Spanish: the contract and its parts.
    "contrato clausula clausulas articulo articulos anexo anexos seccion capitulo titulo libro ",
    "estipulacion acuerdo partes parte adenda escritura ley real decreto codigo reglamento apartado ",
    "disposicion expositivo convenio pacto pagina documento ",
    // Spanish: the parties.
    "arrendador arrendadora arrendatario arrendataria comprador compradora vendedor vendedora ",
    "prestamista prestatario prestataria licenciante licenciatario licenciataria cliente proveedor ",
    "proveedora distribuidor distribuidora empresa trabajador trabajadora responsable encargado ",
    "encargada sociedad socio socios fiador avalista cedente cesionario prestador prestadora empleador ",
    "divulgadora receptora concedente fabricante agente inmueble local vivienda edificio ",
    // English: the contract and its parts.
    "agreement contract section article exhibit schedule annex appendix clause amendment act part ",
    "parties party term terms recitals code law laws effective date closing ",
    // English: the parties.
    "lessor lessee landlord tenant buyer seller lender borrower licensor licensee client customer ",
    "supplier vendor distributor employer employee purchaser disclosing receiving recipient discloser ",
    "contractor consultant agent affiliate affiliates confidential information service services board ",
    "shares subsidiaries parent merger sub ",
    // Both: days, months, languages of the law.
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre january ",
    "february march april may june july august september october november december monday tuesday ",
    "wednesday thursday friday saturday sunday lunes martes miercoles jueves viernes sabado domingo eur ",
    "usd gbp euros iva vat dni cif nif nie iban",
);

/// Words with which sentences open, and which are in capitals only for that.
const OPENERS: &str = concat!(
    "el la los las lo un una unos en si este esta estos estas dicho dicha por para con sin no se su sus ",
    "a al ambas ambos cada cualquier todo toda todos que quien cuando como salvo segun entre sobre de ",
    "del y o e cual cuales cuanto cuanta donde the this that these those such in if any each all an ",
    "neither either both from upon unless it its they their he she we our you your as at by on to with ",
    "when where what who which how why is are does do can and or but for i yes since there here nothing ",
    "during after before except subject every no none other whether will shall may has have was did ",
    "following provided including including without within ninguna ninguno nadie quien tras ante desde ",
    "hasta durante mediante conforme otra otro otros asi tambien asimismo igualmente ademas toda todas ",
    "sera seran podra podran debera deberan consider under pursuant notwithstanding hay existe puede son ",
    "es mi tiene quienes",
);

/// The words that open no name, in one set.
static SKIPPED: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| [ADDRESSES, OPENERS, COMMON].into_iter().flat_map(|list| list.split(' ')).collect());
static COMMON_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| COMMON.split(' ').collect());

/// Returns whether `word` is one of a list's words.
fn listed(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|one| one == word)
}

struct Word<'a> {
    text: &'a str,
    range: Range<usize>,
    plain: String,
    /// It opens a sentence or the text.
    opens: bool,
    /// The signs between it and the word before.
    gap: &'a str,
}

/// Returns where the proper names of `text` stand, in order.
pub fn names(text: &str) -> Vec<Span> {
    let points = CodePoints::new(text);
    let words = words(text);
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match run(&words, at) {
            Some((range, next)) => {
                out.push(Span::new(points.point(range.start), points.point(range.end)));
                at = next;
            }
            None => at += 1,
        }
    }
    out
}

fn words(text: &str) -> Vec<Word<'_>> {
    let in_word = |c: char| {
        c.is_alphanumeric() || ('\u{300}'..'\u{370}').contains(&c) || matches!(c, '\'' | '’' | '-' | '.' | '&' | 'ª')
    };
    let mut out: Vec<Word<'_>> = Vec::new();
    let mut end = 0;
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(|c: char| c.is_alphanumeric() || c == '&')) {
        let start = from + found;
        let rest = text.get(start..).unwrap_or("");
        let len = rest.find(|c: char| !in_word(c)).unwrap_or(rest.len()).max(1);
        let whole = rest.get(..len).unwrap_or("");
        let kept = whole.trim_end_matches(['\'', '’', '-', '.']);
        // The stop of "S.L." and "J." belongs to the word, that of a sentence does not.
        let dotted = whole.ends_with('.') && (kept.contains('.') || kept.chars().count() == 1 || is_suffix(kept));
        let kept = if dotted { whole.get(..kept.len() + 1).unwrap_or(kept) } else { kept };
        let kept = if kept.is_empty() { whole } else { kept };
        let gap = text.get(end..start).unwrap_or("");
        let opens = out.is_empty() || gap.contains(['.', '?', '!', ':', '\n', '¿', '¡', '…']);
        out.push(Word { text: kept, range: start..start + kept.len(), plain: plain(kept), opens, gap });
        end = start + kept.len();
        from = start + len;
    }
    out
}

fn is_capital(word: &Word<'_>) -> bool {
    word.text.contains(char::is_uppercase)
}

/// Returns whether a word can open a name: not a number, a code or a numeral of a clause.
fn can_open(word: &Word<'_>) -> bool {
    const NUMBERS: &str = "n no num art ref fdo pag tel";
    let digits = word.text.chars().filter(char::is_ascii_digit).count();
    let numeral = word.text.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C' | '.'));
    let bare = word.plain.trim_end_matches(['.', 'ª']);
    is_capital(word) && digits < 2 && !numeral && !SKIPPED.contains(bare) && !listed(NUMBERS, bare)
}

fn is_suffix(word: &str) -> bool {
    listed(SUFFIXES, &plain(word).replace('.', ""))
}

/// Returns whether only white space parts the word from the one before.
fn is_next(word: &Word<'_>) -> bool {
    !word.gap.is_empty() && word.gap.len() <= 2 && word.gap.chars().all(char::is_whitespace) && !word.gap.contains('\n')
}

/// Returns the name that begins at word `at`, and the word after it.
fn run(words: &[Word<'_>], at: usize) -> Option<(Range<usize>, usize)> {
    let first = words.get(at).filter(|word| can_open(word))?;
    let (mut last, mut next) = (at, at + 1);
    let mut company = false;
    while let Some(word) = words.get(next) {
        let suffix = is_suffix(word.text) && is_capital(word) && matches!(word.gap, " " | ", " | ",");
        company |= suffix;
        if suffix || is_next(word) && (is_capital(word) || word.text == "&") {
            last = next;
            next += 1;
        } else if is_next(word) && listed(JOINTS, &word.plain) && next < last + 3 {
            next += 1;
        } else {
            break;
        }
    }
    let run = words.get(at..=last)?;
    let addressed = at
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| listed(ADDRESSES, before.plain.trim_end_matches(['.', 'ª'])));
    // Headings are in capitals too; a company shows by its form, a person by the form of address.
    let shouted = run.iter().all(|word| !word.text.contains(char::is_lowercase));
    let letters: usize = run.iter().map(|word| word.text.len()).sum();
    if shouted && !company && !addressed && (run.len() > 1 || letters > ACRONYM_LETTERS_MAX) {
        return None;
    }
    // A single word that opens a sentence is in capitals for that alone.
    if last == at && first.opens && !is_telling(first.text)
        || run.iter().all(|word| COMMON_SET.contains(word.plain.as_str()))
    {
        return None;
    }
    let end = run.last()?.range.end;
    let possessive = ["'s", "’s"].iter().find(|ending| run.last().is_some_and(|word| word.text.ends_with(**ending)));
    Some((first.range.start..end - possessive.map_or(0, |ending| ending.len()), last + 1))
}

/// Longest word in capitals that is taken for a name without more: "HPIL".
const ACRONYM_LETTERS_MAX: usize = 5;

/// Returns whether a word shows by its letters alone that it is a name: "CopAcc", "HPIL".
fn is_telling(word: &str) -> bool {
    word.chars().skip(1).any(char::is_uppercase)
}
