//! Words after which a full stop need not end a sentence, in Spanish and English legal writing.
//!
//! Takes the letters before the stop, says how that stop is to be read. Not here: single initials
//! and numbers, which follow rules and not lists.

use super::listed;
use std::collections::HashMap;
use std::sync::LazyLock;

/// How the stop after an abbreviation is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// Never the end of a sentence: a name or a word always follows.
    Never,
    /// Part of the abbreviation when a number follows, the end of a sentence otherwise.
    BeforeNumber,
    /// Both at once when a word follows that usually opens a sentence.
    MayEnd,
}

/// Followed by a name, a word or a number whatever the case of its first letter.
const NEVER: &str = concat!(
    // Spanish: forms of address, offices, addresses.
    "d dª d.ª dña dna da sr sra srta sres sras dr dra dres lic ldo lda excmo excma ilmo ilma iltmo iltma ",
    "fdo fda proc abog mgdo mgda prof ing arq hno hnos sta sto rvdo ntra gral pte dir admon admón avda ",
    "av ctra pza plza pº urb pol esc izda dcha izq dpto prov cdad entlo tel teléf tfno tlf ",
    // Spanish: references.
    "art arts núm núms num nums nº n.º n pág págs pag pags párr cfr cf vid v.gr p.ej ej apdo apdos apart ",
    "cap caps cláus disp epígr ord rec sent exp expte ref reg aprox máx mín ibíd ibid íd op ob cit concs ",
    "trad ed edic coord vol vols fasc lib tít secc subsecc anex bol c/c cta nros nro r.d r.d.l l.o d.n.i ",
    "n.i.f c.i.f ee ff rr jj aa ",
    // English: forms of address and offices.
    "mr mrs ms messrs hon rev gen col capt lt sgt gov sen rep st mt ft treas attn ",
    // English: references and addresses.
    "sec secs sect para paras subpara subsec ch cl cls app regs vs v e.g i.e viz id et ex exs sched ann ",
    "amend stat pub supp cir dist ct div dept bros approx est ave blvd rd fed r nos ext incl excl resp ",
    "c.f.r seq u.s.c fig figs",
);

/// An abbreviation only with a number after it; else an ordinary word.
const BEFORE_NUMBER: &str = concat!(
    "no p pp ap fol fols let lit ley item tab cent sub pt tit l f t sala par pto ptos km m cp c.p jan ",
    "feb mar apr jun jul aug sep sept oct nov dec ene abr ago dic piso pta",
);

/// Stands at the end of a name or a list as readily as within a sentence.
const MAY_END: &str = concat!(
    "etc s.a s.l s.l.u s.a.u s.l.p s.l.p.u s.a.d s.a.s s.c s.c.p s.coop s.com c.b s.a.t s.l.l s.a.l ",
    "s.l.n.e a.i.e u.t.e inc ltd co corp llc l.l.c l.p l.l.p p.c p.a n.a plc p.l.c n.v b.v gmbh a.g cía ",
    "cia jr esq ph.d m.d u.s u.s.a u.k e.u ee.uu uu d.c a.m p.m a.d b.c al ss sigs sig hs hrs min ",
    "mins seg op.cit vta int ltda s.r.l s.p.a intl assn n.y d.f ud uds vd vds c.c l.e.c b.o.e i.v.a ",
    "i.r.p.f e.u.a s.s a.a p.d p.s q.e.p.d r.l s.m",
);

/// Returns how the stop after `word` is read; `None` where the word is no abbreviation.
/// `word` is lower case and without the stop.
pub(super) fn stop_after(word: &str) -> Option<Stop> {
    static TABLE: LazyLock<HashMap<&'static str, Stop>> = LazyLock::new(|| {
        let lists = [(NEVER, Stop::Never), (BEFORE_NUMBER, Stop::BeforeNumber), (MAY_END, Stop::MayEnd)];
        lists.iter().flat_map(|(words, stop)| words.split(' ').map(|word| (word, *stop))).collect()
    });
    TABLE.get(word).copied()
}

/// Capitalised words that open a sentence much more often than they follow a company's suffix.
const OPENERS: &str = concat!(
    "el la los las lo un una en si este esta estos estas dicho dicha ello por para con sin no se su sus ",
    "a al ambas ambos asimismo además cada cualquier todo toda todos todas que quien cuando como salvo ",
    "según tras entre sobre de desde hasta durante ninguna ninguno también igualmente the this these ",
    "that those such in if any each every all an no neither either both for from upon unless until ",
    "except notwithstanding subject it its they their he she his her we our you your as at by on to with ",
    "when where while nothing without however further after before pursuant there section article ",
    "exhibit whereas now cláusula artículo sección anexo d dña d.ª dª don doña",
);

/// Returns whether a capitalised `word` usually opens a sentence.
pub(super) fn opens_sentence(word: &str) -> bool {
    listed(OPENERS, ' ', &word.to_lowercase())
}

/// Words after which a single letter is a name of a thing and no initial: "Anexo A.", "Class B.".
pub(super) fn takes_letter(word: &str) -> bool {
    const WORDS: &str = concat!(
        "anexo apéndice letra clase serie tipo grupo parte tramo opción plan bloque exhibit schedule annex ",
        "appendix class series part group option tranche section article título capítulo libro phase fase ",
        "lote lot attachment type y o and or",
    );
    listed(WORDS, ' ', &word.to_lowercase())
}
