// How the allocator gives memory back to the system.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's allocator, where it keeps what a program has freed: only glibc's has to be told not to.
public enum Allocator {
    /// From this size on, a piece of memory goes back to the system as soon as it is freed.
    static let largePiece = 1 << 20

    /// Has large pieces go back when they are freed; for the start of a program.
    ///
    /// Otherwise glibc takes the first large piece that is freed as a sign that more are to come, and keeps all that are
    /// no larger (mallopt(3), `M_MMAP_THRESHOLD`): those in which passwords are hashed have 16 MiB each.
    static func returnLargePieces() {
        #if canImport(Glibc)
            typealias Option = @convention(c) (CInt, CInt) -> CInt
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(symbol, to: Option.self)
            let (mappedFrom, trimmedFrom): (CInt, CInt) = (-3, -1)
            _ = mallopt(mappedFrom, CInt(largePiece))
            // In the proportion in which glibc would move it: a smaller one would have it ask the system all the time.
            _ = mallopt(trimmedFrom, 2 * CInt(largePiece))
        #endif
    }

    /// Gives back all that is not needed.
    @Sendable public static func trim() {
        #if canImport(Glibc)
            typealias Trim = @convention(c) (Int) -> CInt
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
        #endif
    }
}
