import { chooseOption } from './choose-option';
import type { DemoLanguage, PromptReading } from './read-prompt';

/** Writes around what was picked out of a prompt. */
export interface DemoWriter {
  readonly language: DemoLanguage;
  title(index?: number): string;
  name(index?: number): string;
  sentence(index?: number): string;
  paragraph(index?: number): string;
  article(): string;
  /** Of some options the one that the prompt's words speak for. */
  choose<Option>(options: readonly Option[]): Option;
}

type Sentence = (subject: string, context: string) => string;

const TITLES = {
  en: [
    'Where things stand',
    'What the figures show',
    'Opportunities and risks',
    'Next steps',
    'Open questions',
  ],
  zh: ['背景与现状', '数据观察', '机遇与风险', '下一步建议', '待解问题'],
};

const SENTENCES: Record<DemoLanguage, readonly Sentence[]> = {
  en: [
    (subject) => `${subject} has moved from a side issue to something that plans are made around.`,
    (_, context) =>
      `Three questions decide ${context}: who needs it, what it costs, and how soon it pays back.`,
    (subject) =>
      `What is known about ${subject} so far comes from few sources, so each figure deserves a second look.`,
    () => 'The strongest signal is not the total but how evenly it is spread.',
    (subject) => `Small, reversible steps teach more about ${subject} than one large plan.`,
    (_, context) => `Whoever follows ${context} should agree now on what would count as success.`,
    () => 'The next review should compare the same months, not the latest one with its neighbour.',
  ],
  zh: [
    (subject) => `${subject}已从边缘话题变成制定计划时绕不开的因素。`,
    (_, context) => `判断${context}的关键有三点：谁需要、成本多少、多久见效。`,
    (subject) => `目前关于${subject}的信息来源有限，每个数字都值得再核对一遍。`,
    () => '最值得关注的不是总量，而是分布是否均衡。',
    (subject) => `与其一次铺开，不如用可回退的小步来验证${subject}。`,
    (_, context) => `关注${context}的团队应当先约定什么算作成功。`,
    () => '下一次复盘应比较相同月份，而不是只看相邻两期。',
  ],
};

const FIGURE: Record<DemoLanguage, (name: string, value: string) => string> = {
  en: (name, value) => `In the figures given, ${name} leads with ${value}.`,
  zh: (name, value) => `在给定数据中，${name}以 ${value} 居首。`,
};

export function createDemoWriter(reading: PromptReading): DemoWriter {
  const { language, subject, context = subject, top, seed } = reading;
  const sentences = SENTENCES[language];
  const titles = TITLES[language];
  const join = language === 'zh' ? '' : ' ';

  const sentence = (index = 0): string => {
    if (top && index === 1) return FIGURE[language](top.name, top.value);
    return sentences[(seed + index * 3) % sentences.length]!(subject, context);
  };
  const paragraph = (from = 0): string => [0, 1, 2].map((offset) => sentence(from + offset)).join(join);

  return {
    language,
    title: (index) =>
      index === undefined ? subject : (titles[index] ?? `${titles[index % titles.length]} ${index + 1}`),
    name: (index) => (index === undefined ? subject : `${subject} ${index + 1}`),
    sentence,
    paragraph: (index = 0) => paragraph(index * 3),
    article: () => [paragraph(0), paragraph(3)].join('\n\n'),
    choose: (options) => chooseOption(options, reading),
  };
}
