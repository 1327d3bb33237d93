/** The people beside those of the document's examples, and the sites that some of them keep. */
import type { Site, User } from '@wallet-services/contract/comment';
import type { RandomSource } from '../../values/index.ts';
import { harborSignals, nightTrains, paperAndType, type SiteTexts, slowKitchen } from './texts.ts';

/** Number, name, number on the network (empty for those with an account key only), and when they came. */
const PEOPLE = [
  [1004, 'Hanna Virtanen', '26003', '2021-02-11T08:40:12.310Z'],
  [1019, 'Kwame Mensah', '26118', '2021-02-19T20:03:55Z'],
  [1046, 'Lucia Ferrari', '', '2021-03-07T17:22:41.000912Z'],
  [1088, 'Devika Rao', '27340', '2021-03-30T14:05:09+05:30'],
  [1123, 'Piotr Zielinski', '27512', '2021-04-18T06:51:30Z'],
  [1170, 'Nadia Haddad', '28001', '2021-05-12T11:37:02.9Z'],
  [1239, 'Owen Gallagher', '29077', '2021-06-08T22:10:44Z'],
  [1284, 'Yuki Mori', '30215', '2021-06-15T10:00:28+09:00'],
  [1367, 'Camille Laurent', '', '2021-06-27T19:45:13.448Z'],
  [1402, 'Emre Yilmaz', '32408', '2021-07-04T05:18:59Z'],
  [1455, 'Sofia Petrova', '33011', '2021-07-12T16:29:37.120Z'],
  [1501, 'Themba Dlamini', '33960', '2021-07-22T12:56:20+02:00'],
] as const;

export function people(random: RandomSource): User[] {
  return PEOPLE.map(([id, full_name, network_identity_number, created_at]) => ({
    id,
    network_user_id: random.uuid(),
    network_identity_number,
    full_name,
    avatar_url: network_identity_number === '' ? '' : avatarOf(full_name),
    created_at,
  }));
}

function avatarOf(fullName: string): string {
  const [first = ''] = fullName.split(' ');
  return `https://images.example.org/avatars/${first.toLowerCase()}.png`;
}

/** A site with what is written on it. */
export interface LivelySite {
  readonly site: Site;
  readonly texts: SiteTexts;
}

/** The sites beside the document's own. */
export const otherSites: readonly LivelySite[] = [
  {
    site: {
      id: 4,
      user_id: 1046,
      origins: ['https://slowkitchen.example.com'],
      name: 'The Slow Kitchen',
      use_permanent_storage: false,
      reward_strategy: 0,
      created_at: '2021-03-09T09:30:00Z',
      updated_at: '2021-05-01T12:00:00Z',
    },
    texts: slowKitchen,
  },
  {
    site: {
      id: 9,
      user_id: 1019,
      origins: ['https://harbor.example.net', 'https://www.harbor.example.net'],
      name: 'Harbor Signals',
      use_permanent_storage: true,
      reward_strategy: 1,
      created_at: '2021-04-22T18:14:03.500Z',
      updated_at: '2021-04-22T18:14:03.500Z',
    },
    texts: harborSignals,
  },
  {
    site: {
      id: 13,
      user_id: 1088,
      origins: ['https://nighttrains.example.com'],
      name: 'Night Trains',
      use_permanent_storage: false,
      reward_strategy: 2,
      created_at: '2021-05-14T13:20:51+05:30',
      updated_at: '2021-07-19T07:45:30Z',
    },
    texts: nightTrains,
  },
  {
    site: {
      id: 17,
      user_id: 1239,
      origins: ['https://paperandtype.example.org'],
      name: 'Paper & Type',
      use_permanent_storage: true,
      reward_strategy: 1,
      created_at: '2021-06-11T21:02:17Z',
      updated_at: '2021-06-30T08:00:00Z',
    },
    texts: paperAndType,
  },
];
