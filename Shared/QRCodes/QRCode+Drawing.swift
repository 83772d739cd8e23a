extension QRCode {
    /// The light modules that readers need around a code (section 6.3.8).
    private static let quietZone = 4

    /// The code as an SVG document with its quiet zone, one unit for each module. It is black on white in every theme,
    /// because some readers do not see inverted codes. It has no style and no script, so a page with a strict content
    /// security policy can contain it.
    public var svg: String {
        let side = size + 2 * QRCode.quietZone
        var path = ""
        for row in 0..<size {
            // Lines through the middle of the modules, each drawn from the end of the previous line.
            var end: Int?
            var column = 0
            while column < size {
                let start = column
                while self[row, column] { column += 1 }
                if column > start {
                    path += end.map { "m\(start - $0) 0" } ?? "M\(start + QRCode.quietZone) \(row + QRCode.quietZone).5"
                    path += "h\(column - start)"
                    end = column
                }
                column += 1
            }
        }
        return #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(side) \#(side)" shape-rendering="crispEdges">"#
            + #"<path fill="white" d="M0 0h\#(side)v\#(side)H0z"/><path stroke="black" d="\#(path)"/></svg>"#
    }

    /// The code as lines of text, two rows of modules in each, with two light modules around it. Dark modules are
    /// blank, so the characters must be lighter than their background.
    public var halfBlocks: [String] {
        stride(from: -2, to: size + 2, by: 2).map { row in
            String(
                (-2..<size + 2).map { column -> Character in
                    switch (self[row, column], self[row + 1, column]) {
                    case (true, true): " "
                    case (true, false): "▄"
                    case (false, true): "▀"
                    case (false, false): "█"
                    }
                })
        }
    }
}
