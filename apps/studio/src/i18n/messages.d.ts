import type actions from '../../messages/en/actions.json';
import type errors from '../../messages/en/errors.json';
import type inspector from '../../messages/en/inspector.json';
import type issues from '../../messages/en/issues.json';
import type keyboard from '../../messages/en/keyboard.json';
import type lists from '../../messages/en/lists.json';
import type runs from '../../messages/en/runs.json';
import type settings from '../../messages/en/settings.json';
import type shell from '../../messages/en/shell.json';
import type versions from '../../messages/en/versions.json';

// Lets the compiler name a key that no catalogue has. The canvas builds keys from node types and fields of their
// definitions, which a test of its own holds against the catalogue.
declare module 'next-intl' {
  interface AppConfig {
    Messages: {
      shell: typeof shell;
      lists: typeof lists;
      runs: typeof runs;
      // biome-ignore lint/suspicious/noExplicitAny: next-intl takes only this for messages that it shall not check
      canvas: Record<string, any>;
      actions: typeof actions;
      inspector: typeof inspector;
      versions: typeof versions;
      settings: typeof settings;
      keyboard: typeof keyboard;
      issues: typeof issues;
      errors: typeof errors;
    };
  }
}
