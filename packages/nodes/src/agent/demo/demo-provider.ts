import type { ModelProvider } from '../model-provider';
import { createDemoWriter } from './demo-writer';
import { fillSchema } from './fill-schema';
import { readPrompt } from './read-prompt';

const NOTE = {
  en: 'Written by the built-in demo model: no language model was asked. Set WEFTWORK_OPENAI_API_KEY to use a real one.',
  zh: '由内置演示模型生成，未调用任何语言模型。设置 WEFTWORK_OPENAI_API_KEY 即可使用真实模型。',
};

/**
 * Answers any prompt and fills any output schema without a key or a network, the same each time: for first steps,
 * samples and tests. It picks the subject out of the prompt and writes around it; it understands nothing.
 */
export const demoProvider: ModelProvider = {
  name: 'demo',
  label: 'Demo (no key, no real model)',
  async complete({ system = '', prompt, outputSchema }, { signal, delta }) {
    signal.throwIfAborted();
    const writer = createDemoWriter(readPrompt(prompt));
    const text = outputSchema ? JSON.stringify(fillSchema(outputSchema, writer), null, 2) : writer.article();
    for (const piece of pieces(text)) delta(piece);
    return {
      text,
      model: 'demo-writer',
      usage: { inputTokens: tokens(system) + tokens(prompt), outputTokens: tokens(text) },
      costUsd: 0,
      finishReason: 'stop',
      note: NOTE[writer.language],
    };
  },
};

/** A handful of pieces, so that streaming can be seen. */
function pieces(text: string): string[] {
  const letters = Array.from(text);
  const size = Math.max(1, Math.ceil(letters.length / 8));
  const found: string[] = [];
  for (let start = 0; start < letters.length; start += size)
    found.push(letters.slice(start, start + size).join(''));
  return found;
}

/** The usual rule of thumb: four letters, or one Chinese character. */
function tokens(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.ceil(han + (text.length - han) / 4);
}
