// What is kept of where people were, and that a position was withdrawn.

import Storage

extension PushSchema {
    /// Of those who were told before, too, nothing more exact is kept than is told (`CoarsePlace`).
    static let roundDistances: SQL = "UPDATE told SET distance = max(1000.0, round(distance / 1000) * 1000)"

    /// When the position of somebody was last erased, or could not be kept any more: what was decided before does not
    /// count.
    static let keepWithdrawals: SQL = "ALTER TABLE recipient ADD COLUMN position_withdrawn_at INTEGER"

    /// Withdrawals of positions have numbers in the order of their transactions, since moments do not say which of two
    /// came first. A decision knows of those up to `decided_after`. What was decided before this step and is still
    /// being queued knows of none.
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
