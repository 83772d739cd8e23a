import Models
import QRCodes

extension SecretText {
    /// The link as a QR code in SVG, as secret as the link; nil if it is longer than a QR code holds.
    var qrCode: SecretText? { QRCode(value).map { SecretText($0.svg) } }
}
