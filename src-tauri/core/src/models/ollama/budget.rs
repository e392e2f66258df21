//! How much of the passages a model can read, and whether it read all that it was sent.
//!
//! In go the model's own limit, the memory there is, and texts; out come which passages fit and the `num_ctx` to
//! ask for. Tokens are estimated before, high on purpose, and compared with the server's count after: a prompt
//! that was cut is an error.
//!
//! Not here: which passages are worth reading (`search`), and how they are written into a prompt (`ask`).

use super::chat::Message;
use super::error::{Answer, Fault};
use super::show::{Installed, Shown};
use crate::config;

/// An estimate of tokens for one model: `config`'s figure at first, then what the model itself showed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tokens {
    per_weight: f64,
}

impl Default for Tokens {
    fn default() -> Self {
        Self { per_weight: config::TOKENS_PER_WEIGHT }
    }
}

impl Tokens {
    /// Returns the tokens that a text takes at most, in all likelihood.
    pub fn of(self, text: &str) -> u32 {
        self.of_weight(weight(text))
    }

    /// Corrects the estimate by an answer: `messages` were `prompt_tokens` tokens of this model. Short prompts
    /// teach nothing, since a chat's frame weighs too much in them.
    pub fn learn(&mut self, messages: &[Message], prompt_tokens: u32) {
        if prompt_tokens >= config::TOKENS_TO_LEARN_FROM {
            let shown = f64::from(prompt_tokens) / prompt_weight(messages).max(1.0) * config::TOKENS_MARGIN;
            self.per_weight = shown.clamp(config::TOKENS_PER_WEIGHT_MIN, config::TOKENS_PER_WEIGHT_MAX);
        }
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a weight is no less than nought, and `as` saturates"
    )]
    fn of_weight(self, weight: f64) -> u32 {
        (weight * self.per_weight).ceil() as u32
    }
}

/// Weighs a text by what makes tokens: words by their letters, every figure and mark by itself. Repeated marks (rules,
/// leaders) and further blanks are few tokens however long. Over contracts and laws in both languages this is
/// three times closer than counting characters, since tables and lists of figures are what characters misjudge.
fn weight(text: &str) -> f64 {
    let (mut letters, mut marks, mut before) = (0_u32, 0_u32, ' ');
    for letter in text.chars() {
        if letter.is_alphabetic() && letter < config::LETTERS_BELOW {
            letters = letters.saturating_add(1);
        } else if letter.is_alphanumeric() || (letter != before && letter != ' ') {
            marks = marks.saturating_add(1);
        }
        before = letter;
    }
    f64::from(letters) / config::LETTERS_PER_TOKEN + f64::from(marks)
}

fn prompt_weight(messages: &[Message]) -> f64 {
    messages.iter().map(|message| weight(&message.content)).sum()
}

/// The memory that a model may take, with its context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// What the computer has left for it, in bytes; what a model that is already loaded takes counts as left.
    pub available_bytes: u64,
    /// Size of the model's file, in bytes: it is held in memory whole.
    pub model_bytes: u64,
}

impl Memory {
    /// Returns how many tokens of context fit beside the model.
    fn tokens(self, bytes_per_token: u64) -> u32 {
        let left = self.available_bytes.saturating_sub(self.model_bytes).saturating_sub(config::MODEL_RUNNER_BYTES);
        u32::try_from(left.checked_div(bytes_per_token).unwrap_or(0)).unwrap_or(u32::MAX)
    }
}

/// The room that a model has for one question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room<'a> {
    /// The model's name, for the sentence of a fault.
    pub model: &'a str,
    /// Its details.
    pub shown: &'a Shown,
    /// The memory for it; `None` where that is not known, as on another machine.
    pub memory: Option<Memory>,
    /// The estimate of tokens for this model.
    pub tokens: Tokens,
    /// Most tokens of the answer.
    pub reply_tokens: u32,
}

/// What fits into a model's context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// Indices of the passages that fit, in the order given.
    pub taken: Vec<usize>,
    /// Indices of those that do not, in the order given: the user is told.
    pub left_out: Vec<usize>,
    /// The context size to ask for, in tokens.
    pub num_ctx: u32,
    /// The prompt's estimated tokens.
    pub prompt_tokens: u32,
}

impl Room<'_> {
    /// Says which passages fit, the best being first, each as it will stand in the prompt. `fixed` is the rest of
    /// it: instructions, earlier turns and the question. A passage that does not fit is left out, and shorter
    /// ones after it may still be taken.
    ///
    /// # Errors
    ///
    /// [`Fault::Memory`] where even the least context does not fit beside the model, [`Fault::ContextTooSmall`]
    /// where not one passage fits.
    pub fn pack(&self, fixed: &[&str], passages: &[&str]) -> Answer<Packed> {
        let context = self.context_max()?;
        let fixed = fixed
            .iter()
            .map(|text| self.tokens.of(text).saturating_add(config::MESSAGE_FRAME_TOKENS))
            .fold(0, u32::saturating_add);
        let prompt_max = context.saturating_sub(self.reply_tokens);
        let mut prompt_tokens = fixed;
        let (mut taken, mut left_out) = (Vec::new(), Vec::new());
        for (index, passage) in passages.iter().enumerate() {
            let with = prompt_tokens.saturating_add(self.tokens.of(passage));
            if with <= prompt_max {
                prompt_tokens = with;
                taken.push(index);
            } else {
                left_out.push(index);
            }
        }
        if fixed > prompt_max || (taken.is_empty() && !left_out.is_empty()) {
            return Err(Fault::ContextTooSmall {
                model: self.model.to_owned(),
                said: format!(
                    "{fixed} tokens before any passage, {} for the answer, room for {context}",
                    self.reply_tokens
                ),
            });
        }
        let needed = prompt_tokens.saturating_add(self.reply_tokens);
        let step = config::CONTEXT_STEPS.iter().copied().find(|&step| step >= needed);
        Ok(Packed { taken, left_out, num_ctx: step.unwrap_or(context).min(context), prompt_tokens })
    }

    /// Returns the largest context that the model, the memory and the user's patience allow.
    fn context_max(&self) -> Answer<u32> {
        let own = self.shown.context_length.unwrap_or(config::CONTEXT_UNKNOWN);
        let largest = config::CONTEXT_STEPS.last().copied().unwrap_or(config::CONTEXT_UNKNOWN);
        let Some(memory) = self.memory else { return Ok(own.min(largest)) };
        let bytes_per_token = self.shown.context_bytes_per_token.unwrap_or(config::CONTEXT_BYTES_PER_TOKEN);
        let fits = memory.tokens(bytes_per_token);
        if fits < config::CONTEXT_MIN.min(own) {
            let said = format!("{} bytes for it, its file has {}", memory.available_bytes, memory.model_bytes);
            return Err(Fault::Memory { model: self.model.to_owned(), said });
        }
        Ok(own.min(largest).min(fits))
    }
}

impl Installed {
    /// Returns the memory that the model has to share with its context, of so many bytes available.
    pub fn memory(&self, available_bytes: u64) -> Memory {
        Memory { available_bytes, model_bytes: self.bytes }
    }
}

/// Compares what the server says it read with what it was sent.
///
/// Two signs of a cut prompt: it fills the whole context, which leaves nothing for an answer; or it has fewer
/// tokens than any model could write it in. A server that says nothing has not shown that it read all.
pub(super) fn check_read_whole(model: &str, messages: &[Message], num_ctx: u32, prompt_tokens: u32) -> Answer<()> {
    let least = Tokens { per_weight: config::TOKENS_PER_WEIGHT_MIN }.of_weight(prompt_weight(messages));
    if prompt_tokens >= num_ctx || prompt_tokens < least {
        let said = format!("{prompt_tokens} tokens read of a prompt of at least {least}, the context being {num_ctx}");
        return Err(Fault::ContextTooSmall { model: model.to_owned(), said });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::ollama::chat::Role;

    fn room(shown: &Shown, available: Option<u64>) -> Room<'_> {
        let memory = available.map(|available_bytes| Memory { available_bytes, model_bytes: 5_000_000_000 });
        Room { model: "m", shown, memory, tokens: Tokens::default(), reply_tokens: 500 }
    }

    fn shown(context: u32) -> Shown {
        Shown { context_length: Some(context), context_bytes_per_token: Some(147_456), ..Shown::default() }
    }

    /// A text of so many code points, as contracts have them.
    fn prose(chars: usize) -> String {
        "The parties agree, by clause 7.2, to pay 1,500 euros within thirty days. "
            .chars()
            .cycle()
            .take(chars)
            .collect()
    }

    fn pack(room: &Room, fixed: usize, passages: &[usize]) -> Result<Packed, &'static str> {
        let texts: Vec<_> = passages.iter().map(|&chars| prose(chars)).collect();
        let passages: Vec<_> = texts.iter().map(String::as_str).collect();
        room.pack(&[&prose(fixed)], &passages).map_err(|fault| fault.code())
    }

    #[test]
    fn passages_are_packed_in_order_and_the_rest_is_named() {
        let small = shown(4_096);
        let packed = pack(&room(&small, None), 2_000, &[3_000, 50_000, 3_000]).expect("two fit");
        assert_eq!((packed.taken, packed.left_out, packed.num_ctx), (vec![0, 2], vec![1], 4_096));
        let large = shown(131_072);
        let packed = pack(&room(&large, None), 2_000, &[3_000, 3_000, 3_000, 3_000]).expect("all fit");
        assert_eq!(packed.left_out, Vec::<usize>::new());
        assert_eq!(packed.num_ctx, 8_192, "the next step, so that the model need not be loaded anew each time");
        assert!(packed.prompt_tokens + 500 <= packed.num_ctx);
    }

    #[test]
    fn memory_bounds_the_context() {
        let large = shown(131_072);
        let tight = room(&large, Some(5_000_000_000 + config::MODEL_RUNNER_BYTES + 5_000 * 147_456));
        let packed = pack(&tight, 2_000, &[6_000, 60_000]).expect("one fits");
        assert_eq!((packed.taken, packed.left_out), (vec![0], vec![1]));
        assert!(packed.num_ctx <= 5_000);
        assert_eq!(pack(&room(&large, Some(5_000_000_000)), 0, &[1]), Err("model_memory"));
        assert_eq!(pack(&room(&large, None), 2_000, &[1_000_000]), Err("model_context"));
        assert_eq!(pack(&room(&large, None), 2_000, &[]).map(|packed| packed.num_ctx), Ok(4_096));
    }

    fn message(content: String) -> [Message; 1] {
        [Message { role: Role::User, content }]
    }

    #[test]
    fn the_estimate_learns_from_answers() {
        let text = prose(8_000);
        let mut tokens = Tokens::default();
        let first = tokens.of(&text);
        tokens.learn(&message(prose(10)), 5);
        assert_eq!(tokens, Tokens::default(), "too short to learn from");
        tokens.learn(&message(text.clone()), first / 2);
        assert!(tokens.of(&text) > first / 2 && tokens.of(&text) < first);
        tokens.learn(&message(text.clone()), 1_000_000);
        assert!(tokens.of(&text) < 100_000, "no server is believed beyond reason");
    }

    #[test]
    fn tables_and_leaders_weigh_what_they_cost() {
        for (text, least, most) in [
            ("word", 1.0, 1.0),
            ("1234567", 7.0, 7.0),
            (".............................................", 1.0, 1.0),
            ("a                                             a", 0.5, 0.5),
            ("\n\n\n", 1.0, 1.0),
            ("契約書", 3.0, 3.0),
            ("", 0.0, 0.0),
        ] {
            assert!((least..=most).contains(&weight(text)), "{text:?}: {}", weight(text));
        }
    }

    #[test]
    fn a_cut_prompt_is_seen() {
        let sent = message(prose(12_000)); // Some 3,800 tokens.
        let check = |num_ctx, tokens| check_read_whole("m", &sent, num_ctx, tokens).map_err(|fault| fault.code());
        assert_eq!(check(8_192, 3_800), Ok(()));
        assert_eq!(check(4_096, 4_096), Err("model_context"), "it filled the context");
        assert_eq!(check(8_192, 2_048), Err("model_context"), "it is far too short");
        assert_eq!(check(8_192, 0), Err("model_context"), "nothing shows that it was read");
    }
}
