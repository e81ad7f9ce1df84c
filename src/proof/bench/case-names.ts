export const CASE_NAMES = ['health', 'read', 'create', 'create-once'] as const
export type CaseName = (typeof CASE_NAMES)[number]
