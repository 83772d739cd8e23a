// How the allocator gives memory back.

#if canImport(Glibc)
    import Glibc
    import Testing

    @testable import ServiceRuntime

    @Suite("The allocator") struct AllocatorTests {
        /// In glibc each piece has a flag in front of it that says whether it has pages of its own, which go with it.
        private func hasOwnPages(_ piece: UnsafeMutableRawPointer) -> Bool {
            (piece - MemoryLayout<Int>.size).load(as: Int.self) & 2 != 0
        }

        @Test("keeps no large piece, also when another one was freed before")
        func largePieces() throws {
            Allocator.returnLargePieces()
            // As in the hashing of passwords. Without a fixed threshold the first one that is freed is the last with
            // pages of its own.
            for _ in 0..<3 {
                let piece = try #require(malloc(16 << 20))
                defer { free(piece) }
                #expect(hasOwnPages(piece))
            }
            let small = try #require(malloc(1000))
            defer { free(small) }
            #expect(!hasOwnPages(small))
        }
    }
#endif
