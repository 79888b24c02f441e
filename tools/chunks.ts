const within = (...paths: string[]) => new RegExp(`[\\\\/](?:${paths.join('|')})`)

/**
 * What several pages share, in few files: each is a round trip on a slow line. A group takes only its own modules, so
 * `parts` must import nothing of the others, and `trip` nothing of `form`, which brings the plans of phone numbers.
 */
export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'frame', tags: ['$initial' as const], test: (id: string) => !id.includes('service-worker') },
    // The page imports it in a task of its own.
    { name: 'react-dom', test: within('react-dom/', 'scheduler/') },
    {
      name: 'form',
      test: within(
        'libphonenumber-js/',
        'core/(?:booking/|order/create-placement|phone/|saved/)',
        'web/phone/',
        'web/order/(?:deliver-to|follow-placement)',
        'web/screens/(?:order-create|sign-in)/',
      ),
      minShareCount: 2,
    },
    {
      name: 'parts',
      test: within(
        'lucide-react/',
        'core/(?:announcement|clock|contact|format|language|policy|reading|realtime|scanner|storage|text)/',
        'core/api/(?:known|contract/announcement)',
        'core/notification/notification.selectors',
        'core/words/(?:promise|failure|list|duration|rules)\\.',
        'web/(?:announcement|app|clock|errors|format|info|reading)/',
        'web/ui/(?!QrCode)',
      ),
      minShareCount: 2,
    },
    { name: 'trip', minShareCount: 2 },
  ],
}
