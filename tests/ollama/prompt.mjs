// How messages become a prompt, and how a prompt that is too long is cut, as Ollama does both.
//
// In go messages and a way to count tokens; out come the prompt's text or tokens. The template is ChatML, that of the
// models that the tests ask.

const OPEN = "<|im_start|>";
const CLOSE = "<|im_end|>";

/** Writes messages as a prompt that ends where the answer begins. */
export function render(messages) {
  const turns = messages.map(({ role, content }) => `${OPEN}${role}\n${content ?? ""}${CLOSE}\n`);
  return `${turns.join("")}${OPEN}assistant\n`;
}

/**
 * Drops the oldest messages until the prompt fits, but never the last one or what the system says: Ollama does so
 * before it hands the prompt on, and says nothing.
 */
export function dropOldest(messages, contextTokens, count) {
  for (let first = 0; first < messages.length; first++) {
    const kept = messages.filter(({ role }, index) => index >= first || role === "system");
    if (count(render(kept)) <= contextTokens || first === messages.length - 1) return kept;
  }
  return messages;
}

/**
 * Cuts a prompt that is still too long in its middle: the first tokens are kept, then the end of it, so that it fills
 * the context. That is the second silent cut, and its sign is that the count equals the context.
 */
export function cutMiddle(tokens, contextTokens, keepTokens = 4) {
  if (tokens.length <= contextTokens) return tokens;
  const keep = Math.min(keepTokens, contextTokens - 1);
  return [...tokens.slice(0, keep), ...tokens.slice(tokens.length - (contextTokens - keep))];
}
