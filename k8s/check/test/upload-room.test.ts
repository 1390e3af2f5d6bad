import { uploadRoomViolations } from '../upload-room.ts';
import type { Manifest } from '../rules.ts';

const media = (volume: object): Manifest => ({
  kind: 'Deployment',
  metadata: { name: 'media' },
  spec: {
    template: {
      spec: {
        containers: [
          {
            name: 'media',
            envFrom: [{ configMapRef: { name: 'media-hash' } }],
            volumeMounts: [{ name: 'work', mountPath: '/var/lib/media' }],
          },
        ],
        volumes: [{ name: 'work', ...volume }],
      },
    },
  },
});
const configuration = (data: Record<string, string>): Manifest => ({
  kind: 'ConfigMap',
  metadata: { name: 'media-hash' },
  data,
});

test('the uploads that media reads at once fit into its emptyDir', () => {
  const room = media({ emptyDir: { sizeLimit: '3Gi' } });
  expect(uploadRoomViolations([room, configuration({ MAX_UPLOADS_IN_FLIGHT: '15' })])).toEqual([]);
  expect(uploadRoomViolations([room, configuration({ MAX_UPLOADS_IN_FLIGHT: '16' })])).toEqual([
    'Deployment media: 16 uploads of 200 MiB at once, 3Gi of room',
  ]);
  expect(uploadRoomViolations([room, configuration({})])).toEqual([
    'Deployment media: 32 uploads of 200 MiB at once, 3Gi of room',
  ]);
});

test('a volume that is no emptyDir reports its own size', () => {
  expect(uploadRoomViolations([media({ persistentVolumeClaim: { claimName: 'media' } })])).toEqual([]);
});
