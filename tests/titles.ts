/** Titles must be clear when read alone in a log, so they begin with a verb in the third person. */
export const beginsWithVerb = /^(?!(?:is|was|this|its) )(?:may|never|cannot|[a-z]+s),? /
