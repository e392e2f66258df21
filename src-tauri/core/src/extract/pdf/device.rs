//! A hayro device that notes where glyphs and pictures stand instead of painting them.
//!
//! In go the drawing operations of one page, out come [`Ink`]: glyphs with their place in points from
//! the top left corner of the page as shown, the rectangles covered by pictures, and how many shapes
//! were drawn. Pictures are never decoded here. What the glyphs spell is the business of `words`.

use super::glyph::{Glyph, Layer, Letters, Pen};
use crate::config;
use hayro::hayro_interpret::font::{Glyph as Drawn, GlyphRun};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};

/// Whiter than this, a colour is not seen on white paper (0 black to 1 white).
const WHITE_LUMA: f32 = 0.96;
/// Two brightnesses nearer than this cannot be told apart.
const SAME_LUMA: f32 = 0.04;
/// Smaller glyphs than this, in points, cannot be read.
const SIZE_MIN: f32 = 1.0;

/// A path of at most this many straight elements is a rectangle, if it is a clip.
const SIMPLE_PATH: usize = 6;

/// Most filled areas of a page that are remembered: beyond them text counts as seen.
const COVERS_MAX: usize = 3_000;
/// A rectangle of at most this height, in points, is a line.
const RULE_HEIGHT_MAX: f64 = 3.0;
/// Shorter lines than this, in points, part nothing.
const RULE_WIDTH_MIN: f64 = 15.0;
/// Most lines of a page that are kept: a page of more is a drawing.
const RULES_MAX: usize = 4_000;
/// Longer paths than this are drawings, not borders.
const RULE_PATH_MAX: usize = 400;

/// What one page draws.
#[derive(Debug, Default)]
pub(super) struct Ink {
    /// Glyphs in the order in which they are drawn.
    pub(super) glyphs: Vec<Glyph>,
    /// Left, top, right, bottom of every picture, cut to the page.
    pub(super) pictures: Vec<[f32; 4]>,
    /// Horizontal lines: left, right, height on the page. The borders of table rows are among them.
    pub(super) rules: Vec<[f32; 3]>,
    /// How many paths are drawn that may be letters: those of curves or many corners.
    pub(super) shapes: u32,
}

/// The reason of an unwinding that ends a page which draws without end.
pub(super) struct TooMuch;

/// A filled area or picture, in the order of drawing.
struct Cover {
    area: Rect,
    /// The brightness of an opaque rectangle; `None` where it is not known (a picture, a pattern, a shape of
    /// another form).
    luma: Option<f32>,
}

/// What drawing is confined to.
#[derive(Clone, Copy)]
struct Clip {
    area: Rect,
    /// Whether the area is the clip itself and not only the rectangle around it.
    exact: bool,
}

/// Collects [`Ink`]; give it to `interpret_page`.
pub(super) struct Collector {
    /// What was found so far.
    pub(super) ink: Ink,
    /// Which part of the page is being drawn.
    pub(super) layer: Layer,
    page: Rect,
    clips: Vec<Clip>,
    opacities: Vec<f32>,
    covers: Vec<Cover>,
    /// For every glyph, how many covers were drawn before it.
    covered_before: Vec<usize>,
    operations: u64,
    last_run: Option<(f64, f64, usize)>,
}

impl Collector {
    /// Makes a collector for a page of the given size in points.
    pub(super) fn new(width: f32, height: f32) -> Self {
        Self {
            ink: Ink::default(),
            layer: Layer::Page,
            page: Rect::new(0.0, 0.0, f64::from(width), f64::from(height)),
            clips: Vec::new(),
            opacities: Vec::new(),
            covers: Vec::new(),
            covered_before: Vec::new(),
            operations: 0,
            last_run: None,
        }
    }

    /// Ends the page by unwinding when it draws more than any honest page: hayro has no other way out.
    fn count(&mut self, operations: u64) {
        self.operations += operations;
        if self.operations > config::PAGE_OPERATIONS_MAX {
            std::panic::resume_unwind(Box::new(TooMuch));
        }
    }

    fn clip(&self) -> Clip {
        self.clips.last().copied().unwrap_or(Clip { area: self.page, exact: true })
    }

    fn push_clip(&mut self, area: Rect, exact: bool) {
        let outer = self.clip();
        self.clips.push(Clip { area: area.intersect(outer.area), exact: exact && outer.exact });
    }

    /// Returns what was found, glyphs that lie under an opaque rectangle drawn later being out of sight: so
    /// are the words under a black bar.
    pub(super) fn finish(mut self) -> Ink {
        for (glyph, &before) in self.ink.glyphs.iter_mut().zip(&self.covered_before) {
            let [x, y] = glyph.centre();
            let at = (f64::from(x), f64::from(y));
            let mut later = self.covers.iter().skip(before);
            if glyph.pen == Pen::Seen && later.any(|cover| cover.luma.is_some() && cover.area.contains(at)) {
                glyph.pen = Pen::Unseen;
            }
        }
        self.ink
    }

    fn opacity(&self) -> f32 {
        self.opacities.last().copied().unwrap_or(1.0)
    }

    fn cover(&mut self, area: Rect, luma: Option<f32>) {
        let clip = self.clip();
        let area = area.intersect(clip.area);
        if area.width() > 4.0 && area.height() > 4.0 && self.covers.len() < COVERS_MAX {
            self.covers.push(Cover { area, luma: luma.filter(|_| clip.exact) });
        }
    }

    /// Returns how a run is seen whose first glyph stands around `x`, `y`.
    fn pen(&self, props: &DrawProps<'_>, mode: &DrawMode, x: f64, y: f64) -> Pen {
        if matches!(mode, DrawMode::Invisible) {
            return Pen::Layer;
        }
        let Paint::Color(color) = &props.paint else { return Pen::Seen };
        let [red, green, blue, alpha] = color.to_rgba().components();
        if alpha * self.opacity() < 0.02 {
            return Pen::Unseen;
        }
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue;
        let below = self.covers.iter().rev().find(|cover| cover.area.contains((x, y)));
        let unseen = match below {
            Some(Cover { luma: Some(paper), .. }) => (luma - paper).abs() < SAME_LUMA,
            Some(Cover { luma: None, .. }) => false,
            None => luma > WHITE_LUMA,
        };
        if unseen { Pen::Unseen } else { Pen::Seen }
    }
}

fn luma_of(paint: &Paint<'_>) -> Option<(f32, f32)> {
    let Paint::Color(color) = paint else { return None };
    let [red, green, blue, alpha] = color.to_rgba().components();
    Some((0.299 * red + 0.587 * green + 0.114 * blue, alpha))
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.count(1);
        if path.elements().len() > SIMPLE_PATH || path.elements().iter().any(|part| matches!(part, PathEl::CurveTo(..)))
        {
            self.ink.shapes = self.ink.shapes.saturating_add(1);
        }
        self.rule_path(path, props.transform);
        if matches!(mode, DrawMode::Fill(_)) {
            // A shape may be the ground of anything in the rectangle around it: what lies under text there is
            // not known.
            self.cover(props.transform.transform_rect_bbox(path.bounding_box()), None);
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        self.count(1);
        self.rule_rect(props.transform.transform_rect_bbox(*rect));
        if matches!(mode, DrawMode::Fill(_)) {
            self.fill(*rect, &props);
        }
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        let is_simple = clip_path.path.elements().len() <= SIMPLE_PATH
            && !clip_path.path.elements().iter().any(|part| matches!(part, PathEl::CurveTo(..) | PathEl::QuadTo(..)));
        self.push_clip(clip_path.path.bounding_box(), is_simple);
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.push_clip(*rect, true);
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, mode: BlendMode) {
        // What a mask or a blending group lets through is not known: neither all nor nothing.
        let masked = if mask.is_some() || mode != BlendMode::Normal { 0.5 } else { 1.0 };
        self.opacities.push(self.opacity() * opacity * masked);
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let Some(first) = run.glyphs().first() else { return };
        self.count(run.glyphs().len() as u64);
        let start = (props.transform * first.transform()).translation();
        let mark = (start.x, start.y, run.glyphs().len());
        // Filled and stroked text comes as two equal runs.
        if matches!(mode, DrawMode::Stroke(_)) && self.last_run == Some(mark) {
            return;
        }
        self.last_run = Some(mark);
        let bold = is_bold(first);
        let mut pen = None;
        for drawn in run.glyphs() {
            let place = props.transform * drawn.transform();
            let Some(mut glyph) = note(drawn, place) else { continue };
            let [x, y] = glyph.centre();
            let (x, y) = (f64::from(x), f64::from(y));
            if !self.page.inflate(1.0, 1.0).contains((x, y)) {
                continue;
            }
            let seen = *pen.get_or_insert_with(|| self.pen(&props, mode, x, y));
            glyph.pen = if seen == Pen::Seen && self.is_out_of_sight(&glyph, x, y) { Pen::Unseen } else { seen };
            glyph.bold = bold || matches!(mode, DrawMode::FillAndStroke(..));
            glyph.layer = self.layer;
            self.ink.glyphs.push(glyph);
            self.covered_before.push(self.covers.len());
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.count(1);
        let whole = Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        let area = props.transform.transform_rect_bbox(whole).intersect(self.clip().area);
        if area.width() <= 0.0 || area.height() <= 0.0 {
            return;
        }
        self.ink.pictures.push([area.x0 as f32, area.y0 as f32, area.x1 as f32, area.y1 as f32]);
        self.cover(area, None);
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {
        self.opacities.pop();
    }
}

impl Collector {
    fn fill(&mut self, area: Rect, props: &DrawProps<'_>) {
        let area = props.transform.transform_rect_bbox(area);
        match luma_of(&props.paint) {
            Some((luma, alpha))
                if alpha * self.opacity() > 0.9
                    && props.blend_mode == BlendMode::Normal
                    && props.soft_mask.is_none() =>
            {
                self.cover(area, Some(luma));
            }
            // What lies under a half-transparent ground is not known well enough to call text hidden.
            Some((_, alpha)) if alpha * self.opacity() < 0.02 => {}
            _ => self.cover(area, None),
        }
    }

    fn rule(&mut self, left: f64, right: f64, y: f64) {
        let (left, right) = (left.max(self.page.x0), right.min(self.page.x1));
        if right - left >= RULE_WIDTH_MIN && self.ink.rules.len() < RULES_MAX {
            self.ink.rules.push([left as f32, right as f32, y as f32]);
        }
    }

    /// Notes a thin rectangle as a line, and the upper and lower edge of a thick one.
    fn rule_rect(&mut self, area: Rect) {
        if area.height() <= RULE_HEIGHT_MAX {
            self.rule(area.x0, area.x1, area.center().y);
        } else {
            self.rule(area.x0, area.x1, area.y0);
            self.rule(area.x0, area.x1, area.y1);
        }
    }

    /// Notes the level segments of a path.
    fn rule_path(&mut self, path: &BezPath, transform: Affine) {
        if path.elements().len() > RULE_PATH_MAX {
            return;
        }
        let mut last: Option<Point> = None;
        for element in path.elements() {
            let next = match *element {
                PathEl::MoveTo(point) | PathEl::LineTo(point) => Some(transform * point),
                _ => None,
            };
            if let (Some(from), Some(to), PathEl::LineTo(_)) = (last, next, element)
                && (from.y - to.y).abs() < 0.5
            {
                self.rule(from.x.min(to.x), from.x.max(to.x), from.y);
            }
            last = next;
        }
    }

    fn is_out_of_sight(&self, glyph: &Glyph, x: f64, y: f64) -> bool {
        glyph.size < SIZE_MIN || !self.clip().area.inflate(1.5, 1.5).contains((x, y))
    }
}

fn is_bold(drawn: &Drawn<'_>) -> bool {
    let Drawn::Outline(outline) = drawn else { return false };
    let Some(font) = outline.font_data() else { return false };
    font.weight.is_some_and(|weight| (600..=1000).contains(&weight))
        || font.postscript_name.is_some_and(|name| {
            let name = name.to_lowercase();
            ["bold", "black", "heavy", "negrita"].iter().any(|part| name.contains(part))
        })
}

/// Turns a drawn glyph into a noted one; `None` for a glyph without place.
fn note(drawn: &Drawn<'_>, place: Affine) -> Option<Glyph> {
    let [a, b, c, d, e, f] = place.as_coeffs();
    let (width, drawn_small) = match drawn {
        Drawn::Outline(outline) => (outline.advance_width().unwrap_or(500.0), false),
        Drawn::Type3(glyph) => (glyph.advance_width().unwrap_or(500.0), true),
    };
    let em = 1000.0;
    let along = (a.hypot(b) * em) as f32;
    let up = (c.hypot(d) * em) as f32;
    if !(along.is_finite() && up.is_finite() && e.is_finite() && f.is_finite()) || along <= 0.0 {
        return None;
    }
    let advance = f64::from(width);
    // A Type 3 font says nothing of its em; letters are about half an em wide on the mean.
    let size = if drawn_small { up.clamp(along * width / 1000.0, (along * width / 1000.0) * 3.0) } else { up };
    let upright = (a * d - b * c) < 0.0;
    Some(Glyph {
        letters: Letters::of(drawn.as_unicode()),
        origin: [e as f32, f as f32],
        advance: [(a * advance) as f32, (b * advance) as f32],
        direction: [(a / a.hypot(b)) as f32, (b / a.hypot(b)) as f32],
        size,
        upright,
        bold: false,
        pen: Pen::Seen,
        layer: Layer::Page,
    })
}
