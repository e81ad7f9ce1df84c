/** Also a canary for builds: production must not contain it. */
export const WORKSHOP_ROOT_ID = 'sandbox-workshop'
/** The id of the element with the server's data as JSON. */
export const WORKSHOP_DATA_ID = 'workshop-data'
