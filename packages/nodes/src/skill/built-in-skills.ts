import { dataTableSkill } from './built-in/data-table';
import { markdownReportSkill } from './built-in/markdown-report';
import { textStatisticsSkill } from './built-in/text-statistics';
import type { Skill } from './skill-registry';

/** Skills that come with the product. They need no key and reach nothing outside. */
export const builtInSkills: readonly Skill[] = [markdownReportSkill, textStatisticsSkill, dataTableSkill];
