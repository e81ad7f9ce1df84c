/** Also what builds are searched for: the sandbox has it, production must not. */
export const WORKSHOP_ROOT_ID = 'sandbox-workshop'
/** What the server tells the script stands there, as JSON. */
export const WORKSHOP_DATA_ID = 'workshop-data'
