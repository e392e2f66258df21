//! Every limit and chosen figure of the engine, with its reason. A limit that is reached becomes a
//! Problem or a notice; none is reached in silence.

use std::time::Duration;

/// Largest file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 512 << 20;
/// Address space of a reading child, in bytes: a 300 dpi picture, Tesseract and its languages fit well.
pub const CHILD_MEMORY_BYTES_MAX: u64 = 2 << 30;
/// Longest a reading child may take for one document before it has done a page.
pub const CHILD_WAIT_MAX: Duration = Duration::from_secs(120);
/// Further time allowed for each megabyte of the file, since a long text without pages honestly takes long.
pub const CHILD_WAIT_PER_MEGABYTE: Duration = Duration::from_secs(30);
/// What a reading child still has, at the least, when it has done a page: a scanned page takes 2 seconds, and
/// ten times that on a slow computer when it has to be read again in other ways.
pub const CHILD_WAIT_PER_PAGE: Duration = Duration::from_secs(60);
/// Longest that a reading child may take in all: some 10,000 scanned pages.
pub const CHILD_WAIT_TOTAL_MAX: Duration = Duration::from_secs(6 * 3600);
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
/// How often a waiting read looks whether the user has asked to stop: a cancelled sync is to end at once.
pub const CHILD_STOP_POLL: Duration = Duration::from_millis(50);
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
/// Vectors that are read before they are added to the graph on all cores.
pub const VECTORS_ADDED_TOGETHER: usize = 4_096;
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
/// How much a passage of a named document gains that speaks of what the question speaks of, by any name.
pub const CONCEPT_RAISE: f32 = 0.5;
/// How much a passage gains that has all the question's words in a row, as when they are quoted from it.
pub const PHRASE_RAISE: f32 = 0.8;
/// Fewest words, function words left out, that count as such a row.
pub const PHRASE_WORDS_MIN: usize = 3;
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
/// Fewest candidates of a language among the nearest of all below which it is sought by itself.
pub const CANDIDATES_BY_MEANING_MIN: usize = 40;
/// Share of all passages that a question's terms may have between them before the commoner ones are left out of
/// gathering; ranking counts them all the same.
pub const SCORED_SHARE: f64 = 0.35;
/// Passages that may always be scored.
pub const SCORED_MIN: i64 = 2_000;
/// A term that a larger share of all passages holds is left out when rarer ones are there.
pub const COMMON_TERM_SHARE: f64 = 0.2;

/// Passages whose sentences are looked at for an answer.
pub const ANSWER_PASSAGES: usize = 12;
/// Sentences that are compared with the question by meaning.
pub const ANSWER_SENTENCES: usize = 16;
/// Most sentences of an answer.
pub const ANSWER_CLAIMS_MAX: usize = 4;
/// Passages looked at for a question that only every document can answer.
pub const EVERY_PASSAGES: usize = 48;
/// Most documents shown for such a question; a notice says that there may be more.
pub const EVERY_DOCUMENTS_MAX: usize = 10;
/// How much worse than the best such a document's sentence may fit.
pub const EVERY_SCORE_GAP: f32 = 0.6;
/// Sentences offered to a model that chooses by number.
pub const SELECT_SENTENCES: usize = 12;
/// How much worse than the best a sentence that a model chooses may fit.
pub const SELECT_SCORE_GAP: f32 = 0.45;
/// Most chosen sentences that are shown.
pub const SELECT_SENTENCES_MAX: usize = 3;
/// Most tokens of such a choice.
pub const SELECT_REPLY_TOKENS: u32 = 48;
/// Passages shown to a model that writes claims.
pub const COMPOSE_PASSAGES: usize = 8;
/// Most claims that it may write.
pub const COMPOSE_CLAIMS_MAX: usize = 5;
/// Most tokens of its answer.
pub const COMPOSE_REPLY_TOKENS: u32 = 900;
/// Most code points of one claim.
pub const CLAIM_CHARS_MAX: usize = 1_000;
/// Code points of a document's name that a model is shown.
pub const ABOUT_CHARS_MAX: usize = 50;
/// The seed of every request: the same question gets the same answer.
pub const MODEL_SEED: u32 = 1;
/// Fitted probability of an answer below which no model is asked.
pub const MODEL_PROBABILITY_MIN: f32 = 0.1;
/// Fitted probability below which a choice by number is not believed.
pub const SELECT_PROBABILITY_MIN: f32 = 0.25;
/// How much worse a changing document's sentence may fit and still be shown as a contradiction.
pub const CONFLICT_SCORE_GAP: f32 = 0.6;
/// Passages of a changing or changed document in which the other value is sought.
pub const CONFLICT_PASSAGES: usize = 8;

// Watching folders.

/// How long a file must not have changed before the window reads it: what is being copied or saved grows at
/// least every second, and two seconds are not felt as waiting.
pub const FILE_STILL_FOR: Duration = Duration::from_secs(2);
/// How long nothing more must happen in the folders before a change is told: saving a document in an office
/// program takes several steps, copying many files many.
pub const WATCH_QUIET: Duration = Duration::from_millis(700);
/// How long after the first of many changes they are told all the same, so that a long copy is read as it comes.
pub const WATCH_LATEST: Duration = Duration::from_secs(5);
/// How often a folder that cannot be listened to is compared: new documents on a server show within half a
/// minute, and listing some thousand files there takes a second or two.
pub const WATCH_POLL_EVERY: Duration = Duration::from_secs(30);
/// How often everything is compared and listened to anew, whatever was heard: what slipped through is found.
pub const WATCH_COMPARE_EVERY: Duration = Duration::from_secs(300);
/// How often the folders themselves are looked at, to see one that was unmounted, deleted or is back.
pub const WATCH_LOOK_EVERY: Duration = Duration::from_secs(5);
/// How far the wall clock may run from the monotonic one between two looks before the computer is taken to have
/// slept; setting the clock right moves it by less.
pub const WATCH_JUMP_MAX: Duration = Duration::from_secs(10);
/// How often a folder is tried again whose directories come and go while they are being listened to.
pub const WATCH_TRIES_MAX: u32 = 3;
/// How long the end of a watch is waited for: only a look at a network that does not answer takes longer.
pub const WATCH_STOP_WAIT_MAX: Duration = Duration::from_secs(1);

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
// The model server (Ollama).

/// Where Ollama listens unless it is told otherwise.
pub const OLLAMA_PORT: u16 = 11_434;
/// Longest that a connection to the model server may take.
pub const OLLAMA_CONNECT_WAIT_MAX: Duration = Duration::from_secs(5);
/// Longest that a short answer (version, list, details) may take. Details of a model are read from its file.
pub const OLLAMA_SHORT_WAIT_MAX: Duration = Duration::from_secs(30);
/// Longest from a question to the model's first token: loading 8 GB from a slow disk takes a minute or two, and
/// a processor of two cores reads a full prompt at some 30 tokens a second.
pub const OLLAMA_FIRST_TOKEN_WAIT_MAX: Duration = Duration::from_secs(600);
/// Longest between two tokens of an answer: the slowest bearable model gives one a second.
pub const OLLAMA_TOKEN_WAIT_MAX: Duration = Duration::from_secs(60);
/// Longest that a download may say nothing. Ollama itself tries a stalled part again after 30 seconds.
pub const OLLAMA_PULL_WAIT_MAX: Duration = Duration::from_secs(180);
/// Longest that one batch of embeddings may take, loading the model included.
pub const OLLAMA_EMBED_WAIT_MAX: Duration = Duration::from_secs(300);
/// How often a waiting request looks whether the user has asked to stop: well within the fifth of a second in
/// which the server is to see the connection close.
pub const OLLAMA_STOP_POLL: Duration = Duration::from_millis(20);
/// Largest answer that comes in one piece, in bytes: a batch of embeddings, or a list of very many models.
pub const OLLAMA_BODY_BYTES_MAX: usize = 32 << 20;
/// Largest line of a streamed answer, in bytes; a line holds one token or one report of a download.
pub const OLLAMA_LINE_BYTES_MAX: usize = 1 << 20;
/// Largest text of one answer, in bytes; an answer of 1,000 words has some 7,000.
pub const OLLAMA_REPLY_BYTES_MAX: usize = 1 << 20;
/// Longest excerpt of the server's own words that is kept in an error, in code points.
pub const OLLAMA_SAID_CHARS_MAX: usize = 300;
/// Texts sent in one embedding request.
pub const OLLAMA_EMBED_BATCH: usize = 32;
/// How long a model is asked to stay loaded after an answer, so that a follow-up question need not wait for it.
pub const OLLAMA_KEEP_ALIVE: Duration = Duration::from_secs(600);

/// Letters of a word that make one token, for weighing a text. With it and [`TOKENS_PER_WEIGHT`], 731 samples of
/// 6,000 characters of Spanish laws and English contracts took 0.74 to 1.35 tokens a unit of weight in Qwen 2.5's
/// vocabulary (1st and 99th percentile 0.77 and 1.21).
pub const LETTERS_PER_TOKEN: f64 = 4.0;
/// Letters from here on (Chinese, Japanese, Korean) make a token each.
pub const LETTERS_BELOW: char = '\u{2e80}';
/// Tokens a unit of weight that are counted with before a model has shown its own: the most that was measured.
pub const TOKENS_PER_WEIGHT: f64 = 1.35;
/// Fewest that are believed of any model; a server that reports fewer has cut the prompt. The least that was
/// measured, less a fifth for vocabularies larger than Qwen's.
pub const TOKENS_PER_WEIGHT_MIN: f64 = 0.6;
/// Most that are believed of any model: vocabularies of 32,000 tokens cut Spanish finer.
pub const TOKENS_PER_WEIGHT_MAX: f64 = 2.5;
/// How much more is counted with than a model's last answer showed, since texts differ.
pub const TOKENS_MARGIN: f64 = 1.15;
/// Fewest tokens of a prompt that the estimate learns from.
pub const TOKENS_TO_LEARN_FROM: u32 = 500;
/// Tokens that a chat's template adds around each message, at most.
pub const MESSAGE_FRAME_TOKENS: u32 = 32;
/// Context sizes that are asked for, in tokens. Few, because Ollama loads a model anew for each other size; none
/// larger, because two cores read 16,000 tokens in some ten minutes.
pub const CONTEXT_STEPS: [u32; 3] = [4_096, 8_192, 16_384];
/// Least context in which a question with passages makes sense, in tokens.
pub const CONTEXT_MIN: u32 = 2_048;
/// Context of a model whose details do not say it, in tokens.
pub const CONTEXT_UNKNOWN: u32 = 4_096;
/// Memory of a token of context where a model's details do not say it, in bytes: that of a model of 8 billion
/// parameters with grouped attention.
pub const CONTEXT_BYTES_PER_TOKEN: u64 = 160 << 10;
/// Memory that a model's runner takes beside weights and context, in bytes.
pub const MODEL_RUNNER_BYTES: u64 = 600_000_000;

/// What a model can be trusted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelSkill {
    /// Naming the sentences that answer; they are shown verbatim.
    Select,
    /// Writing claims with their sources as well.
    Compose,
}

/// A family of models that does well in Spanish and English at a size that a lawyer's computer can run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModelFamily {
    /// The name to fetch it by.
    pub name: &'static str,
    /// Its parameters, in billions.
    pub parameters_billion: f32,
    /// Size of its file, in bytes, at the rounding that Ollama ships.
    pub bytes: u64,
    /// Memory that it needs with a context of 8,192 tokens, in bytes.
    pub memory_bytes: u64,
    /// What it can be trusted with.
    pub skill: ModelSkill,
}

/// One part in how many of a computer's memory a recommended model may take.
pub const MODEL_MEMORY_PARTS: u64 = 2;
/// Parameters from which a model of no known family may write claims, in billions.
pub const COMPOSE_PARAMETERS_BILLION_MIN: f32 = 3.0;
/// How far a model's own count of parameters may lie from its family's: names round.
pub const PARAMETERS_TOLERANCE: f32 = 0.15;

/// Shortens a row of [`MODEL_FAMILIES`]; sizes are in megabytes.
const fn family(name: &'static str, billions: f32, file: u64, memory: u64, skill: ModelSkill) -> ModelFamily {
    let megabyte = 1_000_000;
    ModelFamily { name, parameters_billion: billions, bytes: file * megabyte, memory_bytes: memory * megabyte, skill }
}

/// The families, best first. File sizes are those of Ollama's library; memory is the file, 8,192 tokens of context
/// at the model's own layers and heads, and the runner. The order follows their makers' and public multilingual
/// comparisons; it has not been measured on this app's own cases.
pub const MODEL_FAMILIES: &[ModelFamily] = &[
    family("gemma3:12b", 12.2, 8_100, 11_900, ModelSkill::Compose),
    family("mistral-nemo:12b", 12.2, 7_100, 9_100, ModelSkill::Compose),
    family("qwen3:8b", 8.2, 5_200, 7_100, ModelSkill::Compose),
    family("llama3.1:8b", 8.0, 4_900, 6_600, ModelSkill::Compose),
    family("qwen2.5:7b", 7.6, 4_700, 5_800, ModelSkill::Compose),
    family("mistral:7b", 7.2, 4_400, 6_100, ModelSkill::Compose),
    family("gemma3:4b", 4.3, 3_300, 5_100, ModelSkill::Compose),
    family("qwen3:4b", 4.0, 2_500, 4_400, ModelSkill::Compose),
    family("phi4-mini:3.8b", 3.8, 2_500, 4_200, ModelSkill::Compose),
    family("llama3.2:3b", 3.2, 2_000, 3_600, ModelSkill::Compose),
    family("qwen2.5:3b", 3.1, 1_900, 2_900, ModelSkill::Compose),
    family("qwen3:1.7b", 2.0, 1_400, 3_000, ModelSkill::Select),
    family("qwen2.5:1.5b", 1.5, 990, 1_900, ModelSkill::Select),
    family("llama3.2:1b", 1.2, 1_300, 2_200, ModelSkill::Select),
    family("gemma3:1b", 1.0, 820, 1_700, ModelSkill::Select),
];
/// Share of a claim's content words that must stand in what it cites, in the same language.
pub const CLAIM_COVERED_MIN: f32 = 0.4;
/// The same where claim and source are in two languages.
pub const CLAIM_COVERED_ACROSS_MIN: f32 = 0.3;
