/** Key that signs the calls for secrets where HANDSFREE_STATIC_KEY is not set. Production does not start on it. */
export const demoStaticKey = 'handsfree-demo-static-key'
