/** Icons that home and the info pages don't show. */
const laterIcons = [
  'calendar-days',
  'copy',
  'download',
  'external-link',
  'hotel',
  'hourglass',
  'image',
  'image-off',
  'image-plus',
  'map-pin',
  'maximize-2',
  'navigation',
  'pencil',
  'plane',
  'receipt-text',
  'rotate-cw',
  'scan-line',
  'ship',
  'timer-off',
  'train-front',
  'truck',
  'user',
  'users',
  'wallet-cards',
  'warehouse',
  'wifi-off',
]

const within = (...paths: string[]) => new RegExp(`[\\\\/](?:${paths.join('|')})`)

/**
 * Bundles shared modules into few files, because each file is a round trip on slow connections. A group contains only
 * the modules it lists, not their imports. So `parts` must not import other groups, which its users would fetch too,
 * and `trip` must not import `form`, which includes phone number metadata.
 */
export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'frame', tags: ['$initial' as const], test: (id: string) => !id.includes('service-worker') },
    // Its own file, because the page loads it in a separate task.
    { name: 'react-dom', test: within('react-dom/', 'scheduler/') },
    {
      name: 'form',
      test: within(
        'libphonenumber-js/',
        'core/phone/',
        'core/(?:account/create-saved|booking/create-(?:draft-form|placement)|orders/create-order-change)',
        'web/parts/(?:auth/|booking/(?:DiscardDraft|deliver-to|follow-placement)|order-form/|phone/)',
        'web/pages/(?:auth|booking)/',
        'web/ui/Stepper',
      ),
      minShareCount: 2,
    },
    // Home doesn't show it.
    {
      name: 'company',
      test: within('web/pages/info/(?:CompanyFacts|Contact)', 'web/ui/DescriptionList'),
      minShareCount: 2,
    },
    {
      name: 'icons',
      test: within(`lucide-react/.*/icons/(?:${laterIcons.join('|')})\\.`),
      minShareCount: 2,
    },
    {
      name: 'parts',
      test: within(
        'lucide-react/',
        'core/api/(?:initial-data|known-zones)',
        'core/account/contact',
        'core/contract/announcement',
        'core/i18n/(?!hours|typed-money)',
        'core/(?:lib|policy|realtime|scanner)/',
        'core/notifications/(?:.*announcements|notification\\.ts)',
        'web/app/(?!platform)',
        'web/parts/(?:format/(?!MoneyControl)|(?:info|notifications|reading)/)',
        'web/pages/(?:home/Home.module|info/)',
        'web/ui/(?!QrCode|OtpField)',
      ),
      minShareCount: 2,
    },
    { name: 'trip', minShareCount: 2 },
  ],
}
