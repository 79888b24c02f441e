/** A test's title is read alone in a log: a sentence that begins with a verb in the third person. */
export const beginsWithVerb = /^(?!(?:is|was|this|its) )(?:may|never|cannot|[a-z]+s),? /
