import type { PromptReading } from './read-prompt';

/** Words that speak for an option when they stand in the prompt. Each line is one meaning, in English and Chinese. */
const MEANINGS = [
  'complaint complain broken refund angry disappointed late damaged wrong defect 投诉 退款 坏了 破损 不满 生气 延误 错误',
  'order buy purchase quote price quantity deliver invoice 订单 订购 购买 下单 报价 采购 数量 发货 发票',
  'question ask how what when why whether help inquiry enquiry 问题 咨询 请问 怎么 如何 什么 为什么 是否 帮助',
  'spam winner lottery prize click free unsubscribe 垃圾 中奖 彩票 点击 免费 退订',
  'urgent high critical immediately asap today 紧急 高 严重 立即 马上 今天 尽快',
  'low minor later whenever 低 轻微 以后 不急',
  'positive good great thanks love excellent 正面 好评 感谢 满意 喜欢 优秀',
  'negative bad terrible hate poor 负面 差评 糟糕 讨厌 很差',
  'approve approved yes accept pass true 批准 同意 通过 接受 是',
  'reject rejected no deny fail false 拒绝 驳回 不通过 否',
].map((line) => line.split(' '));

/**
 * Of some options the one that the words of the prompt speak for most; without any sign, one by the prompt's seed.
 * Prompts tend to list the options first and end with what is to be judged, so later words weigh more.
 */
export function chooseOption<Option>(options: readonly Option[], { text, seed }: PromptReading): Option {
  const lower = text.toLowerCase();
  const scores = options.map((option) => scoreOf(String(option).toLowerCase(), lower));
  const best = Math.max(...scores);
  return options[best > 0 ? scores.indexOf(best) : seed % options.length]!;
}

function scoreOf(option: string, text: string): number {
  const signs = MEANINGS.filter((words) =>
    words.some((word) => option.includes(word) || word === option),
  ).flat();
  let score = 0;
  for (const sign of new Set(signs)) {
    const last = lastPlace(text, sign);
    // The option's own name proves little: the prompt has to list it.
    if (last >= 0 && !option.includes(sign)) score += 1 + last / text.length;
  }
  return score;
}

function lastPlace(text: string, word: string): number {
  if (!/^[a-z]+$/.test(word)) return text.lastIndexOf(word);
  let last = -1;
  for (const match of text.matchAll(new RegExp(`\\b${word}`, 'g'))) last = match.index;
  return last;
}
