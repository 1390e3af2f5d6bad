import { pagePath } from 'contracts/pages';
import type { Accounts } from './demo/load.ts';

interface Announced {
  url: string;
  mailbox: string;
  partner: string;
  /** Folder of the logs, when this process writes them itself. */
  logs?: string;
  accounts: Accounts;
  demo: boolean;
}

/** Prints addresses and accounts; scripts wait for the last line. */
export const announce = ({ url, mailbox, partner, logs, accounts, demo }: Announced): void => {
  const { administrator, affiliates, paid, unpaid } = accounts;
  const rows: [string, string, string][] = [
    ['site', url, ''],
    ['administrator', `${url}${pagePath('administration')}`, administrator.password],
    ...(demo
      ? ([
          ...affiliates.map(({ slug, password }): [string, string, string] => [
            `affiliate ${slug}`,
            `${url}${pagePath('affiliatePanel', slug)}`,
            password,
          ]),
          ['subscriber, paid', paid.email, paid.password],
          ['subscriber, not paid', unpaid.email, unpaid.password],
        ] satisfies [string, string, string][])
      : []),
    ['mailbox', mailbox, ''],
    ['payment partner', partner, ''],
    ...(logs ? ([['logs', logs, '']] satisfies [string, string, string][]) : []),
  ];
  const lines = rows.map(
    ([what, where, password]) => `  ${what.padEnd(22)}${where}${password && `   password: ${password}`}`,
  );
  const stopHint = logs ? '  Ctrl-C stops everything; the data stays until npm run reset.\n\n' : '';
  process.stdout.write(`\n${lines.join('\n')}\n\n${stopHint}Ready ${url}\n`);
};
