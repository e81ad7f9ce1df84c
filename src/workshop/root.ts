/** Also what builds are searched for: the sandbox has it, production must not. */
export const WORKSHOP_ROOT_ID = 'sandbox-workshop'
