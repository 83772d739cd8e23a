import Foundation

/// The space that a database uses, and the remaining space; nil if unknown.
public struct DatabaseSpace: Hashable, Sendable {
    /// The bytes of the file with its log, or of the schema's tables and indexes.
    public var used: UInt64?
    /// The bytes that this process may still write; unknown for a PostgreSQL.
    public var free: UInt64?
}

extension ServiceDatabase {
    nonisolated(nonsending) public func space() async -> DatabaseSpace {
        switch location {
        case .file(let file):
            let sizes = ["", "-wal"].compactMap { suffix -> UInt64? in
                var status = stat()
                return stat(file.path + suffix, &status) == 0 ? UInt64(status.st_size) : nil
            }
            return DatabaseSpace(
                used: sizes.isEmpty ? nil : sizes.reduce(0, +), free: DatabaseFiles.space(at: file)?.free)
        case .postgreSQL:
            let bytes: Int64? = try? await readSnapshot {
                try $0.value(
                    """
                    SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_class c \
                    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r'
                    """)
            }
            return DatabaseSpace(used: bytes.map { UInt64(max(0, $0)) }, free: nil)
        }
    }
}
