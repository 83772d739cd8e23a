import Models

extension DeliveryCounts {
    /// Whether publishers see the number of recipients. A publisher sees the number of pushes sent, but not the number
    /// of recipients; its record then has 0 recipients.
    func tellsRecipients(_ recipients: Int) -> Bool { recipients > 0 || sent == 0 }
}
