import type { Role, SessionRecord, SessionStore } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { inStatement } from './transaction';

/** Sign-in links and sessions. Every request reads one, so this is bare SQL. */
export function sessionStore(pool: Pool): SessionStore {
  return {
    async createLink({ tokenHash, userId, workspaceId, role, expiresInSeconds }) {
      await inStatement(() =>
        pool.query(CREATE_LINK, [tokenHash, userId, workspaceId, role, expiresInSeconds]),
      );
    },

    async redeemLink(linkTokenHash, { sessionId, tokenHash, expiresInSeconds }) {
      const { rows } = await inStatement(() =>
        pool.query<SessionRow>(REDEEM_LINK, [linkTokenHash, tokenHash, sessionId, expiresInSeconds]),
      );
      return rows[0] && sessionRecord(rows[0]);
    },

    async getSession(tokenHash) {
      const { rows } = await inStatement(() =>
        pool.query<SessionRow>({ name: 'get-session', text: GET_SESSION, values: [tokenHash] }),
      );
      return rows[0] && sessionRecord(rows[0]);
    },

    async endSession(tokenHash) {
      await inStatement(() => pool.query('DELETE FROM sessions WHERE token_hash = $1', [tokenHash]));
    },
  };
}

interface SessionRow {
  readonly session_id: string;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly role: Role;
  readonly created_at: Date;
  readonly expires_at: Date;
}

function sessionRecord(row: SessionRow): SessionRecord {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** Sweeps out what has expired on the way, so that the tables stay small without a timer. */
const CREATE_LINK = `
WITH expired_links AS (DELETE FROM sign_in_links WHERE expires_at < clock_timestamp()),
expired_sessions AS (DELETE FROM sessions WHERE expires_at < clock_timestamp())
INSERT INTO sign_in_links (token_hash, user_id, workspace_id, role, expires_at)
VALUES ($1, $2, $3, $4, clock_timestamp() + $5::float8 * interval '1 second')`;

const REDEEM_LINK = `
WITH used AS (
  UPDATE sign_in_links SET used_at = clock_timestamp()
  WHERE token_hash = $1 AND used_at IS NULL AND expires_at > clock_timestamp()
  RETURNING user_id, workspace_id, role
)
INSERT INTO sessions (token_hash, session_id, user_id, workspace_id, role, expires_at)
SELECT $2, $3, user_id, workspace_id, role, clock_timestamp() + $4::float8 * interval '1 second' FROM used
RETURNING *`;

const GET_SESSION = `
SELECT * FROM sessions WHERE token_hash = $1 AND expires_at > clock_timestamp()`;
