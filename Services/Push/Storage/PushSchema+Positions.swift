import Storage

extension PushSchema {
    /// Existing rows also lose the precision that `CoarsePlace` does not show.
    static let roundDistances: SQL = "UPDATE told SET distance = max(1000.0, round(distance / 1000) * 1000)"

    /// When a user's position was last erased or could no longer be stored. Audiences resolved before that are invalid.
    static let keepWithdrawals: SQL = "ALTER TABLE recipient ADD COLUMN position_withdrawn_at INTEGER"

    /// Withdrawals of positions are numbered in the order of their transactions. Times cannot order two withdrawals. An
    /// audience accounts for those up to `decided_after`. Audiences from before this migration that are still being
    /// queued account for none.
    static let numberWithdrawals: SQL = """
        CREATE TABLE withdrawal_count (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            last INTEGER NOT NULL
        ) STRICT;
        INSERT INTO withdrawal_count SELECT 1, EXISTS (SELECT 1 FROM recipient WHERE position_withdrawn_at IS NOT NULL);
        ALTER TABLE recipient ADD COLUMN position_withdrawal INTEGER;
        UPDATE recipient SET position_withdrawal = 1 WHERE position_withdrawn_at IS NOT NULL;
        ALTER TABLE recipient DROP COLUMN position_withdrawn_at;
        ALTER TABLE announcement ADD COLUMN decided_after INTEGER NOT NULL DEFAULT 0;
        """
}
