/** The built-in practice cloud's application: public constants, secret to nobody. */

export const PRACTICE_APP_ID = "970CA35de60c44645bbae8a215061b33";
export const PRACTICE_APP_CERTIFICATE = "5CFd2fd1755d40ecb72977518be15d3b";
export const PRACTICE_APP_KEY = "practice#console";
export const PRACTICE_REGION = "ap" as const;
