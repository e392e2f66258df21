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

/// Resolution at which a page is drawn for Tesseract, in dots per inch.
pub const OCR_DPI: f32 = 300.0;
/// Most pixels of a drawn page; a larger page is drawn smaller.
pub const DRAW_PIXELS_MAX: u64 = 40_000_000;

/// Confidence from which Tesseract's word counts as read, of 100.
pub const OCR_CONFIDENCE_MIN: f32 = 50.0;
/// Share of a page's ink that confident words must cover for the page to count as read. Of the pages
/// measured, whole ones covered 0.93 and more, those with lost text 0.90 and less.
pub const OCR_INK_COVERED_MIN: f32 = 0.90;
/// Share of covered ink below which a page is read again: stamps and faint lines hide a little more often
/// than text is lost.
pub const OCR_INK_AGAIN_BELOW: f32 = 0.95;
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
/// Share of such a part's ink that words must cover to be text and no drawing.
pub const OCR_PART_COVERED_MIN: f32 = 0.3;
/// Mean confidence from which a line of such a part is text, of 100.
pub const OCR_PART_CONFIDENCE_MIN: f32 = 70.0;
/// How much surer a second reading of a word must be to replace the first, of 100.
pub const OCR_SURER_BY: f32 = 10.0;
