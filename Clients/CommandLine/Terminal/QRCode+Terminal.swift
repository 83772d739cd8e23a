import Balise
import QRCodes

extension CommandContext {
    /// Returns a link as a QR code with an empty line after it. It is black on white whatever the colours of the
    /// terminal are, because some cameras do not read inverted codes. Empty for a script and for a narrow window.
    func qrCode(of link: SecretText) -> String {
        guard terminal.isWatched, let code = QRCode(link.value) else { return "" }
        let lines = code.halfBlocks
        if let columns = terminal.columns, let width = lines.first?.count, columns < width {
            terminal.writeError("balise-cli: the QR code needs a window of \(width) columns\n")
            return ""
        }
        return lines.map { "\u{1B}[38;5;231;48;5;16m\($0)\u{1B}[0m\n" }.joined() + "\n"
    }
}
