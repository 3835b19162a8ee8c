// The text of a time control.

import { t } from '../i18n.js';

/** @param {import('../types.js').Pace | null} pace */
export function timeControlText(pace) {
  if (pace === null) return t('invite.no-clock');
  if (pace.kind === 'days') return t('invite.days', { count: pace.days });
  return t('invite.fischer', { minutes: pace.minutes, seconds: pace.seconds });
}
