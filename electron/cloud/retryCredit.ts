/** Bounds the retries of polls to a tenth of all requests, so that a service in trouble is not asked more than one in health. */

const RETRIES_PER_REQUEST = 0.1;
/** What calm times may save up, retries. */
const MOST = 10;

export type RetryCredit = {
  /** A request that is not a retry has left. */
  earn(): void;
  /** Takes one retry, if there is one. */
  spend(): boolean;
};

export const createRetryCredit = (): RetryCredit => {
  let credit = 1;
  return {
    earn: () => {
      credit = Math.min(MOST, credit + RETRIES_PER_REQUEST);
    },
    spend: () => {
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
  };
};
