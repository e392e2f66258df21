//! Every limit and chosen figure of the engine, with its reason. A limit that is reached becomes a
//! Problem or a notice; none is reached in silence.

use std::time::Duration;

/// Largest file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 512 << 20;
/// Address space of a reading child, in bytes: a 300 dpi picture, Tesseract and its languages fit well.
pub const CHILD_MEMORY_BYTES_MAX: u64 = 2 << 30;
/// Longest a reading child may take for one document before any page allowance.
pub const CHILD_WAIT_MAX: Duration = Duration::from_secs(120);
/// Further time allowed for each megabyte of the file, since a long scan honestly takes long.
pub const CHILD_WAIT_PER_MEGABYTE: Duration = Duration::from_secs(30);
/// Longest that a reading child may take in all.
pub const CHILD_WAIT_TOTAL_MAX: Duration = Duration::from_secs(3600);
/// Largest answer of a reading child, in bytes.
pub const CHILD_OUTPUT_BYTES_MAX: usize = 512 << 20;

/// Most pages of one document that are read.
pub const PAGES_MAX: u32 = 20_000;
/// Most code points of text kept of one document.
pub const TEXT_CHARS_MAX: u32 = 50_000_000;
/// Most attachments of one document, and how deep attachments may stand in attachments.
pub const ATTACHMENTS_MAX: usize = 500;
/// How deep attachments may stand in attachments.
pub const ATTACHMENT_DEPTH_MAX: u32 = 4;
/// Most bytes of all attachments of one document.
pub const ATTACHMENT_BYTES_MAX: u64 = 256 << 20;

/// Most entries of a zip container (DOCX, ODT).
pub const ZIP_ENTRIES_MAX: usize = 20_000;
/// Most bytes that one zip container may unpack to.
pub const ZIP_BYTES_MAX: u64 = 256 << 20;
/// Largest ratio of unpacked to packed bytes above the floor of [`ZIP_RATIO_FLOOR_BYTES`].
pub const ZIP_RATIO_MAX: u64 = 200;
/// Unpacked size below which no ratio is held against an entry.
pub const ZIP_RATIO_FLOOR_BYTES: u64 = 8 << 20;
/// How deep XML elements may nest.
pub const XML_DEPTH_MAX: usize = 512;
/// Most code points between two page breaks that a writer asked for that can still be one page. A page of
/// dense small print holds about 6,000; past this the breaks do not say where the pages lie.
pub const ASKED_PAGE_CHARS_MAX: u32 = 10_000;

/// Resolution at which a page is drawn for Tesseract, in dots per inch.
pub const OCR_DPI: f32 = 300.0;
/// Most pixels of a drawn page; a larger page is drawn smaller.
pub const DRAW_PIXELS_MAX: u64 = 40_000_000;

/// How many first bytes of a file tell its format: enough for the names of a zip's first entries.
pub const FORMAT_HEAD_BYTES: usize = 64 << 10;
/// Largest request header (name, options, highlights) that the reading child takes, in bytes.
pub const CHILD_REQUEST_BYTES_MAX: u32 = 1 << 20;
/// Stack of the thread that reads inside the child: deeply nested files recurse far.
pub const CHILD_STACK_BYTES: usize = 64 << 20;
/// How long a child that has closed its output may take to end before it is killed.
pub const CHILD_EXIT_WAIT_MAX: Duration = Duration::from_secs(2);
/// How much of a child's standard error is kept, to tell an outgrown memory from a crash.
pub const CHILD_STDERR_BYTES_MAX: u64 = 16 << 10;
/// Longest that a reading child may take to draw one page.
pub const CHILD_DRAW_WAIT_MAX: Duration = Duration::from_secs(60);
/// How deep the groups of an RTF file are followed; Word itself writes a few dozen.
pub const RTF_DEPTH_MAX: usize = 2_000;
/// Largest picture that is decoded, in bytes as decoded: some 130 million pixels in colour.
pub const PICTURE_BYTES_MAX: u64 = 400 << 20;
/// Smaller pictures inside a message are taken as logos and left out, in bytes.
pub const INLINE_PICTURE_BYTES_MIN: usize = 10 << 10;
// PDF pages.

/// Most drawing operations and glyphs of one page; a page that draws more is given up.
pub const PAGE_OPERATIONS_MAX: u64 = 20_000_000;
/// Tesseract's languages where none are chosen.
pub const OCR_LANGUAGES: &str = "spa+eng";
/// Share of a page's ink inside recognised words below which the page is reported as not wholly read:
/// good pages showed 98 % and more, bad ones 67 % and less; signatures and rules cost a good page some.
pub const PAGE_INK_COVERED_MIN: f32 = 0.8;
/// Most bookmarks of one document.
pub const OUTLINE_ENTRIES_MAX: usize = 10_000;
/// Most annotations and form fields of one page.
pub const ANNOTATIONS_MAX: usize = 5_000;
/// Size that a passage is filled to, in code points.
pub const PASSAGE_CHARS_TARGET: usize = 600;
/// Share of its target that a passage repeats of the one before it.
pub const PASSAGE_OVERLAP_SHARE: f32 = 0.10;
/// Most tokens of a passage: what the embedder takes (512) less room for title and heading path.
pub const PASSAGE_TOKENS_MAX: usize = 400;
/// Size below which a clause may share its passage with the next one, in code points.
pub const CLAUSE_CHARS_TINY: usize = 90;
/// Longest heading that is kept as one element of a heading path, in code points.
pub const HEADING_CHARS_MAX: usize = 160;
/// Sentence length from which a list inside it is split at its semicolons, in bytes.
pub const SENTENCE_BYTES_LONG: usize = 400;
/// Sentence length from which it is also split before the items of a list that commas part, and at
/// semicolons without items: nobody quotes a page-long sentence whole. In bytes.
pub const SENTENCE_BYTES_VERY_LONG: usize = 1_000;

/// Most embedder sessions at once; each holds its own copy of the weights (about 120 MB).
pub const EMBEDDER_SESSIONS_MAX: usize = 4;
/// Texts in one run of the embedder. One alone is about as fast as four (35 against 36 a CPU second), and its vector
/// does not depend on what else is in the batch: dynamic quantisation takes its ranges over the whole batch.
pub const EMBEDDING_BATCH: usize = 1;
/// Passages embedded between two commits of a sync.
pub const EMBEDDING_COMMIT: usize = 256;
/// Passages up to which vectors are compared one by one; above, the usearch graph is asked.
pub const EXACT_VECTORS_MAX: usize = 100_000;

/// Share of the score that words have; meaning has the rest.
pub const SHARE_OF_WORDS: f32 = 0.5;
/// How much of its better neighbour's score a passage gains.
pub const NEIGHBOUR_SHARE: f32 = 0.2;
/// How much a passage gains when its document shares the question's rare words.
pub const SHARE_OF_DOCUMENT: f32 = 0.3;
/// How much a passage gains when its heading carries the number that the question names.
pub const REFERENCE_RAISE: f32 = 1.5;
/// How much a passage gains when the question is its heading, word for word.
pub const HEADING_RAISE: f32 = 0.8;
/// Share of words that question and heading must have in common before it counts.
pub const HEADING_LIKENESS_MIN: f32 = 0.6;
/// Weight of a concept's other names against the question's own words.
pub const CONCEPT_WEIGHT: f32 = 0.35;
/// The same for a concept's names in the other language, which stand in for the question's own words there.
pub const CONCEPT_WEIGHT_ACROSS: f32 = 0.6;
/// Most terms that concepts add to a question.
pub const CONCEPT_TERMS_MAX: usize = 64;
/// Passages looked at to tell in how many documents a word stands.
pub const SPREAD_PASSAGES: usize = 5_000;
/// Candidates taken by words.
pub const CANDIDATES_BY_WORDS: usize = 300;
/// Candidates taken by meaning in each language.
pub const CANDIDATES_BY_MEANING: usize = 200;
/// A term that a larger share of all passages holds is left out when rarer ones are there.
pub const COMMON_TERM_SHARE: f64 = 0.2;

/// Passages whose sentences are looked at for an answer.
pub const ANSWER_PASSAGES: usize = 12;
/// Sentences that are compared with the question by meaning.
pub const ANSWER_SENTENCES: usize = 32;
/// Most sentences of an answer.
pub const ANSWER_CLAIMS_MAX: usize = 4;
/// How much worse a changing document's sentence may fit and still be shown as a contradiction.
pub const CONFLICT_SCORE_GAP: f32 = 0.6;

/// How often every file is hashed again, however unchanged it looks.
pub const FULL_HASH_EVERY: jiff::SignedDuration = jiff::SignedDuration::from_hours(30 * 24);
/// Smallest area, in square points, at which a picture in a word-processor file is taken for a scanned page
/// and read as a document of its own: about a third of an A4 page.
pub const PICTURE_AREA_MIN: f32 = 160_000.0;
/// Confidence from which Tesseract's word counts as read, of 100.
pub const OCR_CONFIDENCE_MIN: f32 = 50.0;
/// Share of a page's ink inside confident words below which the page is read again. Of pages measured,
/// those read whole in one go covered 0.95 and more; tables that lost rows and lines under stamps 0.92 and less.
pub const OCR_INK_AGAIN_BELOW: f32 = 0.95;
/// Share below which all of the page is read again on white paper, not only its gaps: tables come out
/// better in one piece.
pub const OCR_INK_WHOLE_BELOW: f32 = 0.85;
/// Share below which, after that, all of it is read smoothed, which helps faxes.
pub const OCR_INK_SMOOTH_BELOW: f32 = 0.90;
/// Share of covered ink below which a page may have been read upside down.
pub const OCR_INK_COVERED_HALF: f32 = 0.5;
/// Least ink of a page that is not blank, in pixels of the reduced picture that ink is sought in.
pub const OCR_INK_MIN: usize = 30;
/// Resolution in dots per inch below which a picture is enlarged before it is read.
pub const OCR_DPI_MIN: f32 = 140.0;
/// How many times such a picture is enlarged.
pub const OCR_ENLARGED: f32 = 2.0;
/// Shortest and longest short side of a scanned page, in inches; a stated resolution that makes a page
/// smaller or larger than that is not believed.
pub const OCR_PAGE_INCHES: [f32; 2] = [2.0, 13.0];
/// Fewest marks of ink by which the size of a page's letters is told.
pub const OCR_MARKS_MIN: usize = 40;
/// Least skew that is straightened, in degrees; Tesseract follows smaller ones by itself.
pub const OCR_SKEW_DEGREES_MIN: f32 = 0.5;
/// Share of a page's ink from which a part without words is read again.
pub const OCR_PART_INK_MIN: f32 = 0.004;
/// Most parts of a page that are read again; what they leave open shows in the share of ink covered.
pub const OCR_PARTS_MAX: usize = 12;
/// Share of such a part's ink from which what is left open is edges and rules, and no more is tried.
pub const OCR_PART_READ_FROM: f32 = 0.85;
/// Share of such a part's ink that words must cover to be text and no drawing.
pub const OCR_PART_COVERED_MIN: f32 = 0.3;
/// Mean confidence from which a line of such a part is text, of 100.
pub const OCR_PART_CONFIDENCE_MIN: f32 = 70.0;
/// How much surer a second reading of a word must be to replace the first, of 100.
pub const OCR_SURER_BY: f32 = 10.0;

// Checking what a model writes.

/// Longest answer of a model that is read, in bytes: some forty pages, far beyond any answer asked for.
pub const DRAFT_BYTES_MAX: usize = 256 << 10;
/// Most claims or sentences of one answer; a model that repeats itself is stopped here.
pub const DRAFT_ITEMS_MAX: usize = 200;
/// Deepest nesting in one part of an answer; the form that is asked for has 3.
pub const DRAFT_DEPTH_MAX: u32 = 16;
/// Fewest words of a quote that proves something by itself, unless it holds a figure or a name.
pub const QUOTE_WORDS_MIN: usize = 3;
/// Fewest words of a quote that may be looked for in another passage than the one it was cited from.
pub const QUOTE_MOVED_WORDS_MIN: usize = 6;
/// Most citations of one claim that are checked; what is beyond is counted as dropped.
pub const CITATIONS_MAX: usize = 8;
/// Share of a claim's content words that must stand in what it cites, in the same language.
pub const CLAIM_COVERED_MIN: f32 = 0.4;
/// The same where claim and source are in two languages.
pub const CLAIM_COVERED_ACROSS_MIN: f32 = 0.3;
