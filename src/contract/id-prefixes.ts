/** Prefixes of ids, by resource. Apart from the ids' schemas, so that a browser gets no `zod` with them. */
export const ID_PREFIXES = ['cs', 'pay', 're', 'dp', 'evt', 'dlv', 'key', 'usr'] as const
export type IdPrefix = (typeof ID_PREFIXES)[number]
